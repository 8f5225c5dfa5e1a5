import type { ParameterExpansionPart, SyntaxNode, TestBinaryExpression, Word } from 'unbash';
import { isLocalVariable } from './names.js';

/** Why a piece of syntax may change what other commands do; undefined when it does not. */
export function hazardOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'Function':
      return `the function ${node.name.text} can stand in for a program`;
    case 'For':
    case 'Select':
      return isLocalVariable(node.name.text) ? undefined : `the loop sets ${node.name.text}`;
    case 'ParameterExpansion':
      return node.operation?.type === 'Default' && node.operation.operator.endsWith('=') && !isLocalVariable(node.parameter)
        ? `the expansion sets ${node.parameter}`
        : undefined;
    case 'Coproc':
      return 'a coprocess runs beside the command';
    case 'HereDoc':
      return node.closing === undefined ? 'the here-document has no end' : undefined;
    default:
      return undefined;
  }
}

/** Why a piece of syntax may run the text of a variable; undefined when it does not. */
export function evaluationIn(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ParameterExpansion':
      return evaluationInExpansion(node);
    case 'ArithmeticWord':
      return node.parts === undefined && /^(\d+|0[xX][0-9a-fA-F]+|\d+#\w+)?$/.test(node.value)
        ? undefined
        : 'arithmetic evaluates the text of a variable';
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      return node.expression === undefined ? 'arithmetic that cannot be read' : undefined;
    case 'TestBinary':
      return evaluationInComparison(node);
    case 'TestUnary':
      return (node.operator === '-v' || node.operator === '-R') && !/^\w+$/.test(node.operand.text)
        ? `[[ ${node.operator} ]] evaluates its operand`
        : undefined;
    case 'Literal':
      return leftover(node.text);
    case 'Word':
      return node.parts === undefined ? leftover(node.text) : undefined;
    default:
      return undefined;
  }
}

function evaluationInExpansion({ prefix, index, operation }: ParameterExpansionPart): string | undefined {
  if (prefix === '!') return '${!name} evaluates the text of a variable';
  if (index !== undefined && !/^(\d+|@|\*)$/.test(index.text)) return 'an array index is evaluated as arithmetic';
  switch (operation?.type) {
    case undefined:
    case 'Default':
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
      return undefined;
    case 'Slice':
      return [operation.offset, operation.length].every(isNumber) ? undefined : 'a slice is evaluated as arithmetic';
    case 'Transform':
      return /^[QUuL]$/.test(operation.operand.text) ? undefined : '${name@operator} evaluates the text of a variable';
    default:
      return 'an expansion of an unusual kind';
  }
}

function isNumber(word: Word | undefined): boolean {
  return word === undefined || /^\s*-?\d+\s*$/.test(word.text);
}

function evaluationInComparison({ operator, left, right }: TestBinaryExpression): string | undefined {
  if (!/^-(eq|ne|lt|le|gt|ge)$/.test(operator)) return undefined;
  return [left, right].every(isNumber) ? undefined : `[[ ${operator} ]] evaluates its operands as arithmetic`;
}

/** A substitution that the grammar left as plain text was misread by somebody. */
function leftover(text: string): string | undefined {
  if (!/[`$]/.test(text)) return undefined;
  return /(?:^|[^\\])(?:\\\\)*(?:`|\$[({[])/.test(text) ? 'a substitution that cannot be read' : undefined;
}

/** True for plain text that would be a substitution if something evaluated it. */
export function holdsSubstitution(node: SyntaxNode): boolean {
  return (
    (node.type === 'SingleQuoted' ||
      node.type === 'AnsiCQuoted' ||
      node.type === 'Literal' ||
      (node.type === 'Word' && node.parts === undefined)) &&
    /\$[({]|`/.test(node.value)
  );
}
