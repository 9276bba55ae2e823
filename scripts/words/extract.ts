import ts from 'typescript';

/** A name that a file declares, or a text that people read in it. */
export interface Found {
  readonly kind: 'name' | 'text';
  readonly value: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Names that a source file declares; imported names belong to the file that exports them. */
export function declaredNames(file: string, source: string): Found[] {
  return collect(file, source, (node) => {
    if (!isDeclaration(node)) return undefined;
    const { name } = node;
    if (!name || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return undefined;
    return { kind: 'name', value: name.text, at: name };
  });
}

/** Texts of a source file that people read: JSX text, and strings that are prose instead of keys. */
export function visibleTexts(file: string, source: string): Found[] {
  return collect(file, source, (node) => {
    if (ts.isJsxText(node)) return { kind: 'text', value: node.text, at: node };
    if (!isTextLiteral(node) || ts.isImportDeclaration(node.parent)) return undefined;
    return isProse(node.text) ? { kind: 'text', value: node.text, at: node } : undefined;
  });
}

type Pick = (node: ts.Node) => { kind: Found['kind']; value: string; at: ts.Node } | undefined;

function collect(file: string, source: string, pick: Pick): Found[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const picked = pick(node);
    if (picked) {
      const { line } = tree.getLineAndCharacterOfPosition(picked.at.getStart(tree));
      found.push({ kind: picked.kind, value: picked.value, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isDeclaration(node: ts.Node) {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isParameter(node)
  );
}

function isTextLiteral(node: ts.Node) {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

/** Whether a text has several words, or begins like a sentence. */
function isProse(text: string): boolean {
  return /\p{L}\s+\p{L}|^\p{Lu}\p{Ll}+$/u.test(text);
}
