/** What Inboard promises, by id. Each promise has a test of the same id, run on every transport. */
export const requirements = {
  'turn:text': 'a prompt gives init, one assistant line and one success result',
  'turn:tool-loop': 'a tool call is run and its result goes back to the model',

  'bash:result': 'a command gives its output, standard output and error in order, and the recorded result shape',
  'bash:exit-code': 'a failing command starts with its exit code, and codes with a meaning are explained',
  'bash:benign-exit': 'an exit code that is an answer, such as grep finding nothing, is no failure',
  'bash:environment': 'commands get no secret and nothing that changes the shell, and cannot ask for input',
  'bash:cwd': 'the working folder carries over inside the project and is reset outside of it',
  'bash:cwd-deleted': 'a working folder that is gone is a clear error, and the next command runs in the folder of the session',
  'bash:long-output': 'long output is shown by its ends and kept whole in a file',
  'bash:binary-output': 'output that is no text, or one endless line, does no harm',
  'bash:image': 'a picture on standard output reaches the model as a picture',
  'bash:time-limit': 'a command over its time limit is ended with its whole tree, also what left its session or ignores SIGTERM, and its output is kept',
  'bash:interrupt': 'an interrupt ends the command and everything it started at once, and keeps its output',
  'bash:daemon': 'a process left in the background does not hold up the call and ends with the session',
  'bash:no-zombies': 'many short commands leave no zombie',
  'bash:shell-missing': 'a missing or unusable shell is named',
  'bash:long-command': 'a command too long for the system is a clear error',
  'bash:background': 'a background command returns at once, outlives the turn, and can be read and stopped',
  'bash:background-interrupt': 'a background command survives an interrupt of the turn and is stopped by stop_task',
  'bash:session-end': 'the end of the session ends background commands with their trees',
  'bash:unknown-task': 'an unknown task id is an error that lists the running tasks',

  'sandbox:files': 'a confined command writes to its working folder and its own /tmp and nowhere else, also not through links',
  'sandbox:protected': 'a confined command can neither change nor create what other programs run or trust, and leaves no trace of the protection',
  'sandbox:hidden': 'a confined command cannot read what the settings deny, nor sockets of the machine, nor secrets of its environment',
  'sandbox:network': 'a confined command reaches the hosts it is allowed, by HTTP, CONNECT and SOCKS, and no others',
  'sandbox:command': 'a confined command keeps its exit code, its output and its folder, and leaves no process',
  'sandbox:limits': 'a confined command is stopped by limits on memory and processes',
  'sandbox:exceptions': 'excluded and explicitly unconfined commands run outside, when the settings let them',
  'sandbox:unavailable': 'without bubblewrap a session says so and does not run, or runs unconfined where the settings put up with that',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof requirements;
