import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isAllowedHost, isLocalAddress, isNamed, plainHost, type HostRules } from './host-rule.js';

/** Says that a command may not reach a host. */
export class RefusedHost extends Error {}

/** Connects to a host that the rules allow. The name is looked up once, and the address that was judged is the one dialled. */
export async function dial(host: string, port: number, rules: HostRules): Promise<Socket> {
  if (!isAllowedHost(host, rules))
    throw new RefusedHost(`The sandbox does not let commands reach ${JSON.stringify(host)}: it is not among the allowed domains.`);
  const name = plainHost(host)!; // an allowed host has one
  const address = isIP(name) === 0 ? (await lookup(name)).address : name;
  if (isLocalAddress(address) && !isNamed(host, rules)) {
    throw new RefusedHost(
      `The sandbox does not let commands reach ${name}: it leads to ${address} on this machine or its link, which has to be allowed by its own name.`,
    );
  }
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket.off('error', reject)));
  });
}

/** Passes everything between two sockets until one of them ends; what is on its way then still arrives. */
export function join(one: Duplex, other: Duplex): void {
  const end = () => {
    one.destroy();
    other.destroy();
  };
  for (const socket of [one, other]) socket.once('error', end);
  one.once('close', () => other.end(() => other.destroy()));
  other.once('close', () => one.end(() => one.destroy()));
  one.pipe(other);
  other.pipe(one);
}
