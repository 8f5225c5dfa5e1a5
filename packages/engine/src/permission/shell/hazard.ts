import type { ParameterExpansionPart, SyntaxNode, TestBinaryExpression, Word } from 'unbash';
import { isLocalVariable } from './names.js';

/** Why a piece of syntax may run or change more than its text shows; undefined when it does not. */
export function hazardOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'Function':
      return `the function ${node.name.text} can stand in for a program`;
    case 'ParameterExpansion':
      return hazardOfExpansion(node);
    case 'ArithmeticWord':
      return node.parts === undefined && /^(\d+|0[xX][0-9a-fA-F]+|\d+#\w+)?$/.test(node.value) ? undefined : 'arithmetic evaluates the text of a variable';
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      return node.expression === undefined ? 'arithmetic that cannot be read' : undefined;
    case 'TestBinary':
      return hazardOfComparison(node);
    case 'TestUnary':
      return (node.operator === '-v' || node.operator === '-R') && !/^\w+$/.test(node.operand.text) ? `[[ ${node.operator} ]] evaluates its operand` : undefined;
    case 'For':
    case 'Select':
      return isLocalVariable(node.name.text) ? undefined : `the loop sets ${node.name.text}`;
    case 'Coproc':
      return 'a coprocess runs beside the command';
    case 'HereDoc':
      return node.closing === undefined ? 'the here-document has no end' : undefined;
    case 'Literal':
      return leftover(node.text);
    case 'Word':
      return node.parts === undefined ? leftover(node.text) : undefined;
    default:
      return undefined;
  }
}

function hazardOfExpansion({ parameter, prefix, index, operation }: ParameterExpansionPart): string | undefined {
  if (prefix === '!') return '${!name} evaluates the text of a variable';
  if (index !== undefined && !/^(\d+|@|\*)$/.test(index.text)) return 'an array index is evaluated as arithmetic';
  switch (operation?.type) {
    case undefined:
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
      return undefined;
    case 'Default':
      return operation.operator.endsWith('=') && !isLocalVariable(parameter) ? `the expansion sets ${parameter}` : undefined;
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

function hazardOfComparison({ operator, left, right }: TestBinaryExpression): string | undefined {
  if (!/^-(eq|ne|lt|le|gt|ge)$/.test(operator)) return undefined;
  return [left, right].every(isNumber) ? undefined : `[[ ${operator} ]] evaluates its operands as arithmetic`;
}

/** A substitution that the grammar left as plain text was misread by somebody. */
function leftover(text: string): string | undefined {
  if (!/[`$]/.test(text)) return undefined;
  return /(?:^|[^\\])(?:\\\\)*(?:`|\$[({[])/.test(text) ? 'a substitution that cannot be read' : undefined;
}
