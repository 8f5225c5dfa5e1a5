import fc from 'fast-check';

/** Programs that exist only as stubs. */
export const programs = ['alpha', 'bravo', 'carol', 'delta', 'echos', 'fox'] as const;

/** Stubs that run their arguments. */
export const runners = ['env', 'nohup', 'sudo', 'timeout', 'xargs'] as const;

const program = fc.constantFrom(...programs);
const spelled = program.chain((name) =>
  fc.constantFrom(
    name,
    `"${name}"`,
    `'${name}'`,
    `\\${name}`,
    `${name.slice(0, 2)}''${name.slice(2)}`,
    `${name[0]}"${name.slice(1)}"`,
    `$'${name}'`,
    `$'\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}'`,
    `${name.slice(0, 1)}\\\n${name.slice(1)}`,
  ),
);
const blank = fc.constantFrom(' ', '  ', '\t', ' \\\n ');
const end = fc.constantFrom('; ', '\n', ' && ', ' || ', ' & ', ' ;\n', ' | ', ' |& ', ' # note\n');

/** Random scripts that bash can run and that do nothing but start stubs. */
export const script: fc.Arbitrary<string> = fc.letrec<{ script: string; command: string; word: string; compound: string; simple: string }>(
  (tie) => ({
    script: fc
      .array(fc.tuple(tie('command'), end), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.map(([command, sep], at) => command + (at === parts.length - 1 ? '' : sep)).join('')),
    command: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('simple'), tie('simple'), tie('compound')),
    simple: fc.oneof(
      {
        weight: 5,
        arbitrary: fc
          .tuple(spelled, blank, fc.array(tie('word'), { maxLength: 3 }))
          .map(([name, gap, words]) => [name, ...words].join(gap)),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom('X=1', 'A=b C=d', 'X=$(alpha)', 'a[1]=2'), spelled).map((parts) => parts.join(' ')),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.constantFrom(
              'command',
              'command -p',
              'builtin command',
              'env',
              'env A=1',
              'nohup',
              'sudo',
              'timeout 5',
              'time',
              '!',
              'time -p',
              'exec',
            ),
            spelled,
          )
          .map(([wrapper, name]) => (wrapper === 'exec' ? `(exec ${name})` : `${wrapper} ${name}`)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('eval', 'bash -c', 'trap', 'sudo bash -c'), program, program)
          .map(([runner, a, b]) => (runner === 'trap' ? `(trap '${a}; ${b} x' EXIT)` : `${runner} '${a} x; ${b}'`)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('>', '2>', '&>', '>|', '<', '>>'), spelled)
          .map(([sign, name]) => `${sign}/dev/null ${name} 2>&1`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            program,
            fc.constantFrom('v=@; $v', 'v=@; "$v" x', 'v="@ x"; $v', '${v:-@} x', '`printf @` x', '$(printf @)', '{@,x}', 'v=@; ${v}'),
          )
          .map(([name, form]) => form.replace('@', name)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            program,
            fc.constantFrom(
              "y='a[$(@)]'; : $((y))",
              "y='$(@)'; : ${y@P}",
              "y='a[$(@)]'; [[ $y -eq 1 ]]",
              "[ -v 'a[$(@)]' ]",
              "printf -v 'a[$(@)]' x",
              "declare -i y='a[$(@)]'",
              "let 'a[$(@)]=1'",
              "y='a[$(@)]'; (( y ))",
              "y='a[$(@)]'; : ${y:y}",
              "unset 'a[$(@)]'",
              'read -r y <<< x; : $(@)',
              "y='z[$(@)]'; : ${!y}",
            ),
          )
          .map(([name, form]) => `(${form.replace('@', name)}) 2>/dev/null`),
      },
    ),
    word: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'x',
        '"a b"',
        "'; alpha'",
        '\\;',
        '"\\$(alpha)"',
        "'`bravo`'",
        '$HOME',
        '"${HOME}"',
        '*',
        '{a,b}',
        '-x',
        '~',
        '"a;b"',
        '#x',
        'x#y',
        '$((1+1))',
        "$'\\'; carol'",
        '"\\`delta\\`"',
        '\\#',
        '"\\\\"',
        "'\\'",
      ),
      tie('script').map((inner) => `$(${inner}\n)`),
      tie('script').map((inner) => `"$(${inner}\n)"`),
      program.map((name) => `\`${name} x\``),
      program.map((name) => `"\`${name}\`"`),
      tie('simple').map((inner) => `<(${inner})`),
      program.map((name) => `\${u:-$(${name})}`),
      program.map((name) => `"\${u:-"$(${name} ')')"}"`),
      program.map((name) => `$((1 + $(${name}; printf 1)))`),
      program.map((name) => `$[1 + $(${name}; printf 1)]`),
      program.map((name) => `\${u/$(${name})/y}`),
      program.map((name) => `$(case x in x) ${name};; esac)`),
      program.map((name) => `$(# )\n${name})`),
    ),
    compound: fc.oneof(
      { depthSize: 'small' },
      tie('script').map((inner) => `( ${inner}\n)`),
      tie('script').map((inner) => `{ ${inner}\n}`),
      tie('script').map((inner) => `if ${inner}\nthen ${inner}\nelse ${inner}\nfi`),
      tie('script').map((inner) => `for i in 1; do ${inner}\ndone`),
      tie('script').map((inner) => `while ${inner}\ndo ${inner}\nbreak; done`),
      tie('script').map((inner) => `until false; do ${inner}\nbreak; done`),
      tie('script').map((inner) => `case x in (y) :;; x) ${inner}\n;; esac`),
      tie('script').map((inner) => `fun() { ${inner}\n}; fun`),
      tie('script').map((inner) => `function fun2 { ${inner}\n}\nfun2`),
      tie('script').map((inner) => `for ((i=0; i<1; i++)); do ${inner}\ndone`),
      tie('script').map((inner) => `((1)) && { ${inner}\n}`),
      fc.tuple(program, program).map(([a, b]) => `{ ${a} <<EOF\n$(${b})\nEOF\n}`),
      fc.tuple(program, program).map(([a, b]) => `{ ${a} <<-'EOF' && ${b}\n\t$(alpha)\n\tEOF\n}`),
      fc.tuple(program, program).map(([a, b]) => `{ ${a} <<A <<B; ${b}\n\`${b}\`\nA\nx\nB\n}`),
      fc.tuple(program, program).map(([a, b]) => `${a} <<< "$(${b})"`),
      fc.tuple(program, program).map(([a, b]) => `((${a} x); ${b})`),
      fc.tuple(program, program).map(([a, b]) => `[[ -n $(${a}) || -z \`${b}\` ]]`),
      program.map((name) => `{ bash <<'EOF'\n${name} x\nEOF\n}`),
      program.map((name) => `bash <<< '${name} x'`),
      program.map((name) => `coproc ${name} x; wait`),
      tie('script').map((inner) => `bash -c ${quote(inner)}`),
      tie('script').map((inner) => `eval ${quote(inner)}`),
    ),
  }),
).script;

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
