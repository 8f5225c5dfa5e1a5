/** The keys of a chat, one line each. */
export const keyHelp = [
  ['enter', 'send'],
  ['\\ enter, alt+enter', 'new line'],
  ['esc', 'stop the turn'],
  ['shift+tab', 'next permission mode'],
  ['ctrl+o', 'the whole output of the last call'],
  ['↑ ↓', 'what was typed before'],
  ['tab', 'complete a /command or an @file'],
  ['ctrl+c', 'clear the input; twice leaves'],
  ['ctrl+d', 'leave'],
  ['ctrl+z', 'back to the shell until fg'],
  ['ctrl+a ctrl+e', 'begin and end of the line'],
  ['alt+b alt+f', 'word by word'],
  ['ctrl+w ctrl+u ctrl+k', 'cut; ctrl+y puts it back'],
]
  .map(([keys = '', does = '']) => `${keys.padEnd(22)}${does}`)
  .join('\n');
