import { AgentError } from '@inboard/wire';

const usage = `inboard mcp: the MCP servers that files configure

  inboard mcp list [--json]                     every server, and how it does
  inboard mcp get <name>                        one server, whole
  inboard mcp add [flags] <name> <url>          a server at an address
  inboard mcp add [flags] <name> [--] <command> [argument…]
                                                a server in a child process
  inboard mcp add-json [--scope …] <name> '<json>'
  inboard mcp remove [--scope …] <name>
  inboard mcp login <name>                      log in at a server (OAuth); prints the address to open
  inboard mcp logout <name>                     forget that login

Flags of add; they stand before the command, or anywhere with a URL:
  -s, --scope local|project|user    this folder for you (default), .mcp.json of the project, or all your folders
  -t, --transport stdio|http|sse    otherwise http for a URL and stdio for a command
  -e, --env NAME=value              a variable of the child; repeatable
  -H, --header "Name: value"        a header for the server; repeatable
  --headers-helper <program>        a program that prints more headers as JSON
  --client-id <id>                  of a client you have registered; its secret comes from MCP_CLIENT_SECRET at login
  --callback-port <port>            where the login comes back to, for such a client
`;

/** The subcommands on MCP servers. Returns the exit code. */
export async function mcp([command, ...words]: readonly string[]): Promise<number> {
  if (command === undefined || isHelp(command) || isHelp(words[0])) return showUsage();
  switch (command) {
    case 'list':
      return (await import('./list.js')).list(words);
    case 'get':
      return (await import('./get.js')).get(words);
    case 'add':
      return (await import('./add.js')).add(words);
    case 'add-json':
      return (await import('./add.js')).addJson(words);
    case 'remove':
      return (await import('./remove.js')).remove(words);
    case 'login':
      return (await import('./log-in.js')).logIn(words);
    case 'logout':
      return (await import('./log-in.js')).logOut(words);
    default:
      throw new AgentError('invalid_option', `There is no "inboard mcp ${command}". "inboard mcp" shows what there is.`);
  }
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function showUsage(): number {
  process.stdout.write(usage);
  return 0;
}
