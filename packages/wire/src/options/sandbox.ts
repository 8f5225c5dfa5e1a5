import { lazy } from '../lazy.js';
import * as z from 'zod';

const paths = () => z.array(z.string()).optional();
const flag = () => z.boolean().optional();

/** How shell commands are confined. */
export const sandboxSettings = lazy(() =>
  z.object({
    enabled: flag(),
    autoAllowBashIfSandboxed: flag(),
    allowUnsandboxedCommands: flag(),
    failIfUnavailable: flag(),
    network: z
      .object({
        allowedDomains: paths(),
        deniedDomains: paths(),
        allowManagedDomainsOnly: flag(),
        allowUnixSockets: paths(),
        allowAllUnixSockets: flag(),
        allowLocalBinding: flag(),
        httpProxyPort: z.number().optional(),
        socksProxyPort: z.number().optional(),
      })
      .optional(),
    filesystem: z.object({ allowWrite: paths(), denyWrite: paths(), denyRead: paths() }).optional(),
    ignoreViolations: z.record(z.string(), z.array(z.string())).optional(),
    excludedCommands: paths(),
    enableWeakerNestedSandbox: flag(),
    ripgrep: z.object({ command: z.string(), args: z.array(z.string()).optional() }).optional(),
  }),
);
export type SandboxSettings = z.infer<ReturnType<typeof sandboxSettings>>;
