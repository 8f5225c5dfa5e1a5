import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOptions } from './check.js';
import { options } from './options.js';

function problemWith(given: object): unknown {
  try {
    return checkOptions(given);
  } catch (error) {
    return error;
  }
}

describe('checkOptions', () => {
  it('hands back what it was given', () => {
    const given = {
      model: 'sonnet',
      maxTurns: 1,
      env: { A: undefined, B: 'b' },
      canUseTool: async () => ({ behavior: 'allow' }),
      resume: undefined,
    };
    expect(checkOptions(given)).toBe(given);
  });

  it.each([
    ['permisionMode', ' Did you mean "permissionMode"?'],
    ['MaxTurns', ' Did you mean "maxTurns"?'],
    ['max_turns', ' Did you mean "maxTurns"?'],
    ['max-budget-usd', ' Did you mean "maxBudgetUsd"?'],
    ['allowedTool', ' Did you mean "allowedTools"?'],
    ['systemPromt', ' Did you mean "systemPrompt"?'],
    ['nothingLikeIt', ''],
    ['x', ''],
    ['toString', ''],
  ])('does not know %s', (name, suggestion) => {
    expect(problemWith({ [name]: 1 })).toMatchObject({
      code: 'unknown_option',
      message: `Unknown option "${name}".${suggestion}`,
      data: { option: name },
    });
  });

  it('suggests any option with a letter too many, too few or wrong', () => {
    const known = Object.keys(options).filter((name) => name.length >= 8);
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.nat(), fc.constantFrom('', 'q', 'qq'), (name, place, letters) => {
        const at = place % name.length;
        const typo = name.slice(0, at) + letters + name.slice(at + 1);
        fc.pre(!Object.hasOwn(options, typo));
        expect(problemWith({ [typo]: 1 })).toMatchObject({ message: expect.stringContaining(`Did you mean "`) as string });
      }),
    );
  });

  it.each([
    [{ maxTurns: 0 }, /^Option "maxTurns": /],
    [{ maxTurns: '3' }, /^Option "maxTurns": .*number/],
    [{ permissionMode: 'yolo' }, /^Option "permissionMode": /],
    [{ sessionId: 'not-a-uuid' }, 'Option "sessionId": expected a UUID'],
    [{ resume: '' }, 'Option "resume": expected a session id'],
    [{ canUseTool: true }, 'Option "canUseTool": expected a function'],
    [{ abortController: {} }, /^Option "abortController": /],
    [{ agents: { reviewer: { description: 'd' } } }, /^Option "agents": reviewer\.prompt: /],
    [{ mcpServers: { tiny: { command: 5 } } }, /^Option "mcpServers": tiny\.command: .*string/],
    [{ mcpServers: { far: { type: 'http' } } }, /^Option "mcpServers": far\.url: .*string/],
    [{ systemPrompt: { type: 'preset', preset: 'other' } }, /^Option "systemPrompt": preset: /],
    [{ settingSources: ['everything'] }, /^Option "settingSources": 0: /],
    [{ thinking: { type: 'enabled', budgetTokens: -1 } }, /^Option "thinking": budgetTokens: /],
  ])('says which option is wrong and where: %j', (given, message) => {
    const option = Object.keys(given)[0];
    expect(problemWith(given)).toMatchObject({
      code: 'invalid_option',
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      data: { option },
    });
  });

  it.each([
    [{ continue: true, resume: 'a' }, /"continue" and "resume"/],
    [{ sessionId: '6f1c9a3e-0000-4000-8000-000000000000', resume: 'a' }, /"sessionId" names a new session/],
    [{ resumeSessionAt: 'm' }, /"resumeSessionAt" needs "resume"/],
    [{ canUseTool: async () => undefined, permissionPromptToolName: 'x' }, /"canUseTool" and "permissionPromptToolName"/],
    [{ model: 'a', fallbackModel: 'a' }, /"fallbackModel" must differ/],
    [{ permissionMode: 'bypassPermissions' }, /needs the option "allowDangerouslySkipPermissions: true"/],
  ])('refuses what makes no sense together: %j', (given, message) => {
    expect(problemWith(given)).toMatchObject({ code: 'invalid_option', message: expect.stringMatching(message) as string });
  });

  it.each([
    { sessionId: '6f1c9a3e-0000-4000-8000-000000000000', resume: 'a', forkSession: true },
    { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true },
    { permissionMode: 'delegate' },
    { resume: 'a', resumeSessionAt: 'm' },
    {
      mcpServers: {
        mine: { type: 'sdk', name: 'mine', instance: {} },
        child: { command: 'x' },
        far: { type: 'sse', url: 'https://example.test' },
      },
    },
    { tools: [] },
    { systemPrompt: { type: 'preset', preset: 'claude_code', append: 'x' } },
  ])('takes %j', (given) => {
    expect(checkOptions(given)).toBe(given);
  });
});
