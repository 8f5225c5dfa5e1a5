import { configuredServers, probeServers } from '@inboard/engine';
import type { Check, Finding } from './check.js';

/** A server should be there in a few seconds. */
const connectMs = '5000';

/** Every MCP server of files: whether it makes sense, may run and connects. Those that may not run are not started. */
export const mcpServers: Check = async ({ cwd, env: given }) => {
  const place = { cwd, env: { MCP_TIMEOUT: connectMs, ...given } };
  const { servers, problems } = await configuredServers(place);
  const running = servers.filter(({ held }) => held === undefined);
  const states = await probeServers(Object.fromEntries(running.map(({ name, config }) => [name, config])), place);
  const findings = [
    ...problems.map((problem): Finding => ({ name: 'mcp', status: 'fail', text: problem, advice: 'Mend the file.' })),
    ...servers.flatMap(({ name, scope, held, reason }): Finding[] =>
      held === undefined || held === 'hidden'
        ? []
        : [
            {
              name: 'mcp',
              status: held === 'awaiting approval' ? 'warn' : 'ok',
              text: `${name} (${scope}): ${held}`,
              ...(reason !== undefined && { advice: reason }),
            },
          ],
    ),
    ...states.map(({ name, status, error, tools }): Finding => {
      if (status === 'connected') return { name: 'mcp', status: 'ok', text: `${name}: connected, ${tools?.length ?? 0} tools` };
      const isLogin = status === 'needs-auth';
      return {
        name: 'mcp',
        status: isLogin ? 'warn' : 'fail',
        text: `${name}: ${status}. ${error ?? ''}`.trim(),
        advice: `inboard mcp ${isLogin ? 'login' : 'get'} ${name}`,
      };
    }),
  ];
  return findings.length > 0 ? findings : [{ name: 'mcp', status: 'ok', text: 'no servers are configured' }];
};
