/**
 * Puts the doc comments of the sources into the document: those of fields in an object literal, of elements of a list, and of
 * constants of a module. While the document is made, each value with a comment is passed through a function of `declared.ts`. So
 * a description stays with its schema wherever that is reused, and costs the Worker nothing.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { parseAst } from 'rolldown/parseAst'
import { noComment, readComment, type Comment } from './comment.ts'

const sources = join(import.meta.dirname, '../../src')
const declared = join(import.meta.dirname, 'declared.ts')

export const docComments: Plugin = {
  name: 'doc-comments',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
      path.startsWith(sources)
        ? { contents: withComments(readFileSync(path, 'utf8'), path), loader: 'ts', resolveDir: dirname(path) }
        : null,
    )
    build.onResolve({ filter: /^all:examples$/ }, ({ path }) => ({ path, namespace: 'all' }))
    build.onLoad({ filter: /.*/, namespace: 'all' }, () => ({ contents: allExamples(), resolveDir: sources }))
  },
}

/** A module with the examples of all features. */
function allExamples(): string {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[\w-]+\/examples\.ts$/.test(file),
  )
  return [
    ...files.map((file, index) => `import { examples as of${index} } from './${file}'`),
    `export const examples = Object.assign({}, ${files.map((_, index) => `of${index}`).join(', ')})`,
  ].join('\n')
}

/** A node of the syntax tree. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Edit {
  readonly at: number
  readonly text: string
}

function withComments(source: string, path: string): string {
  try {
    const program = parseAst(source, { lang: 'ts' }, path) as unknown as Node
    const folder = basename(dirname(path))
    const edits = [...constants(program, source, folder), ...fields(program, source)]
    const made = edits
      .toSorted((a, b) => b.at - a.at)
      .reduce((text, { at, text: put }) => text.slice(0, at) + put + text.slice(at), source)
    return `import { declared as __declared, described as __described } from ${JSON.stringify(declared)}\n${made}`
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Constants of the module that are exported or have a comment. */
function constants(program: Node, source: string, folder: string): Edit[] {
  return (program['body'] as Node[]).flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? (statement['declaration'] as Node | null) : statement
    const comment = commentBefore(source, statement.start)
    if (declaration?.type !== 'VariableDeclaration' || (!isExported && comment === null)) return []
    return (declaration['declarations'] as Node[]).flatMap(({ id, init }) =>
      (id as Node).type === 'Identifier' && isValue(init as Node | null)
        ? wrapInCall(init as Node, '__declared', [
            { name: (id as Node)['name'], folder, isExported },
            comment ?? noComment,
          ])
        : [],
    )
  })
}

/** Properties of object literals and elements of lists that have a comment. */
function fields(node: unknown, source: string): Edit[] {
  if (Array.isArray(node)) return node.flatMap((one) => fields(one, source))
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const inner = Object.values(node).flatMap((one) => fields(one, source))
  const { type, start, kind, value, shorthand, elements } = node as Node
  if (type === 'ArrayExpression') return [...elementsOf(elements as (Node | null)[], source), ...inner]
  if (type !== 'Property' || kind !== 'init' || !isValue(value as Node)) return inner
  const comment = commentBefore(source, start)
  if (comment === null || comment.text === '') return inner
  const name = source.slice((value as Node).start, (value as Node).end)
  return [...wrapInCall(value as Node, shorthand ? `${name}: __described` : '__described', [comment]), ...inner]
}

/** Elements of a list that have a comment, such as one of several events. */
const elementsOf = (elements: readonly (Node | null)[], source: string): Edit[] =>
  elements.flatMap((element) => {
    const comment = element?.type === 'CallExpression' ? commentBefore(source, element.start) : null
    return comment === null ? [] : wrapInCall(element!, '__described', [comment])
  })

/** Whether a value may be described: functions are not part of the API. */
const isValue = (node: Node | null): boolean =>
  node !== null && !['ArrowFunctionExpression', 'FunctionExpression', 'AssignmentPattern'].includes(node.type)

const wrapInCall = ({ start, end }: Node, name: string, more: readonly unknown[]): Edit[] => [
  { at: start, text: `${name}(` },
  { at: end, text: `, ${more.map((one) => JSON.stringify(one)).join(', ')})` },
]

function commentBefore(source: string, start: number): Comment | null {
  const before = source.slice(0, start).trimEnd()
  if (!before.endsWith('*/')) return null
  const opening = before.lastIndexOf('/*')
  return before.startsWith('/**', opening) ? readComment(before.slice(opening)) : null
}
