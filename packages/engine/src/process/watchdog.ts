import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { ownMark } from './process-mark.js';

/**
 * Runs until the pipe from this process ends, which it does however this process ends. Then it ends
 * every process group it was told of and every process that carries our mark, and takes away
 * what we have put somewhere for a while.
 */
const script = `
(
  exec >/dev/null 2>&1
  groups=()
  declare -A places
  while IFS= read -r line; do
    case $line in
      +*) groups[\${line#+}]=1 ;;
      -*) unset "groups[\${line#-}]" ;;
      hold*) places[\${line#hold}]=empty ;;
      temp*) places[\${line#temp}]=temporary ;;
      drop*) unset "places[\${line#drop}]" ;;
    esac
  done
  pause() { read -r -t 1 <><(:); }
  end() {
    local group file value
    for group in "\${!groups[@]}"; do kill "-$1" -- "-$group"; done
    for file in /proc/[0-9]*/environ; do
      while IFS= read -r -d '' value; do
        [[ $value == INBOARD_MARK=*"$mark"* ]] && kill "-$1" "\${file//[!0-9]/}" && break
      done <"$file"
    done
  }
  end TERM
  pause
  end KILL
  (( \${#places[@]} > 0 )) && pause
  for place in "\${!places[@]}"; do
    if [[ \${places[$place]} == temporary ]]; then rm -rf -- "$place"
    elif [[ ! -L $place ]]; then rmdir -- "$place"
    fi
  done
) <&3 3<&- &
`;

let pipe: Socket | undefined;

/** Starts the watchdog unless it runs. */
export function startWatchdog(shell: string): void {
  pipe ??= start(shell);
}

/** Has the processes of this group ended when this process is gone, even by SIGKILL. */
export function watchGroup(leader: number, shell: string): void {
  startWatchdog(shell);
  pipe?.write(`+${leader}\n`);
}

/** Has a folder removed, if it is empty, when this process is gone before it could do so. */
export function notePlaceholder(path: string): void {
  if (!path.includes('\n')) pipe?.write(`hold${path}\n`);
}

/** Has a temporary folder removed with all it holds when this process is gone before it could do so. */
export function noteTemporary(path: string): void {
  if (!path.includes('\n')) pipe?.write(`temp${path}\n`);
}

/** The folder has been removed. */
export function dropFolder(path: string): void {
  if (!path.includes('\n')) pipe?.write(`drop${path}\n`);
}

/** The group has ended by itself. */
export function forgetGroup(leader: number): void {
  pipe?.write(`-${leader}\n`);
}

/** Starts the watchdog outside of our process tree, so that it outlives an end of the whole tree. It keeps nothing alive itself. */
function start(shell: string): Socket | undefined {
  const child = spawn(shell, ['--norc', '--noprofile', '-c', `mark=${ownMark}${script}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    detached: true,
  });
  child.once('error', () => (pipe = undefined)); // the next command tries again
  child.unref();
  // Not its standard input, which Node closes when the first shell has ended and only the watchdog is left.
  const line = child.stdio[3] as Socket | null | undefined; // a pipe of a child process is a socket
  line?.unref();
  line?.on('error', () => (pipe = undefined)); // somebody has ended it
  return line ?? undefined;
}
