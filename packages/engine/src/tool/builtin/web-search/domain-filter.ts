/** Which results a search may bring. */
export interface DomainFilter {
  allowed: readonly string[];
  blocked: readonly string[];
}

/** Whether an address may be shown: on an allowed domain when there are any, and on no blocked one. Subdomains count. */
export function passesFilter(address: string, filter: DomainFilter): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const host = hostOf(address);
  const isOn = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return (filter.allowed.length === 0 || filter.allowed.some(isOn)) && !filter.blocked.some(isOn);
}

/** A domain as the model may write it (`https://Example.com/docs`, `*.example.com`) as a plain host; nothing when it is none. */
export function plainDomain(text: string): string | undefined {
  const bare = text.trim().replace(/^\*\./, '');
  const address = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  return URL.canParse(address) && !/[@\s\\%]/.test(bare) ? hostOf(address) : undefined;
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/\.$/, '');
}
