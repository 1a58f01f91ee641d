import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The storeys of `web/`, from the bottom up. A file may import from its own storey and from those below it. */
const storeys = [
  ['lib', 'has functions without a product word. Take what you need as a parameter.'],
  ['i18n', 'has texts. It knows nothing of what shows them.'],
  ['routes', 'has addresses and what they lead to. It does not know what is shown there.'],
  ['ui', 'has buttons, dialogs and forms for any feature. Take what is special about yours as a property or a child.'],
  ['session', 'opens the organization. Features ask it; it does not know them.'],
  ['features', 'are put on the page by shell/. To open a dialog or a view of somebody else, go to its route.'],
  ['settings', 'are screens. shell/ shows them; to lead somewhere else, go to its route.'],
  ['signed-out', 'is what somebody sees who is not logged in. It ends where the shell begins.'],
  ['shell', 'puts features on the page. Only app.tsx shows it.'],
  ['background.tsx', 'shows nothing. Only app.tsx starts it.'],
  ['app.tsx', 'is what main.tsx starts.'],
  ['main.tsx', 'is the start. Nothing imports it.'],
]

/** The features, from the bottom up, so that they cannot depend on each other in a ring. */
const features = ['emoji', 'people', 'conversation', 'profiles', 'streams', 'views', 'notifications']

/** Files that others may import besides the `index` of a folder, mostly because the index must not load them. */
const doors = new Set([
  'features/conversation/compose/kit',
  'features/conversation/compose/move-draft',
  'features/conversation/compose/names',
  'features/conversation/compose/recipient',
  'features/conversation/compose/target',
  'features/conversation/message/message-actions',
  'features/conversation/message/sent-texts',
  'features/conversation/summary/count',
  'features/conversation/summary/stream-icon',
  'features/conversation/summary/direct-message-rows',
  'features/people/search',
  'shell/sidebar/context-menu/place-menu',
])

/** Folders that others may only use through their index. */
const hasDoor = /^(features\/(conversation|views)\/[^/]+|features\/[^/]+|settings\/[^/]+|shell\/[^/]+)\//

const within = (path) => relative(join(root, 'web'), path).replaceAll('\\', '/')

/** The path of an imported module below `web/`, without its extension; null if it is elsewhere. */
function moduleOf(file, specifier) {
  if (!specifier.startsWith('.')) return null
  const path = resolve(dirname(file), specifier.replace(/\?.*$/, ''))
  const name = within(path)
  if (name.startsWith('..')) return null
  const isFolder = existsSync(join(path, 'index.ts')) || existsSync(join(path, 'index.tsx'))
  return isFolder ? `${name}/index` : name
}

const storeyOf = (name) =>
  storeys.findIndex(
    ([storey]) => name.startsWith(`${storey}/`) || name === storey || name === storey.replace(/\.tsx$/, ''),
  )

const featureOf = (name) => features.indexOf(/^features\/([^/]+)/.exec(name)?.[1] ?? '')

/** Why a file may not import a module; null if it may. */
function objection(name, imported) {
  const [from, to] = [storeyOf(name), storeyOf(imported)]
  if (from === -1 || to === -1) return null
  if (to > from) return `${storeys[to][0]} stands above ${storeys[from][0]}: ${storeys[from][0]} ${storeys[from][1]}`
  const [own, other] = [featureOf(name), featureOf(imported)]
  if (own !== -1 && other > own)
    return `features/${features[other]} stands above features/${features[own]}, so that features form no ring. Go to its route, or move what both need down.`
  const folder = hasDoor.exec(imported)?.[0]
  const isOutside = folder !== undefined && !name.startsWith(folder)
  if (isOutside && !imported.endsWith('/index') && !doors.has(imported))
    return `${folder} is used through its index. What must not be loaded with the index is a door of its own, which dev/lint/rules.js lists.`
  return null
}

/** Imports in `web/`, including `import()`, must lead down and through the index of a folder. */
const imports = {
  create(context) {
    const file = context.filename ?? context.getFilename()
    const name = within(file)
    if (name.startsWith('..')) return {}

    function look(source) {
      if (typeof source?.value !== 'string') return
      const imported = moduleOf(file, source.value)
      const message = imported === null ? null : objection(name, imported)
      if (message !== null) context.report({ node: source, message })
    }

    return {
      ImportDeclaration: ({ source }) => look(source),
      ExportNamedDeclaration: ({ source }) => look(source),
      ExportAllDeclaration: ({ source }) => look(source),
      ImportExpression: ({ source }) => look(source),
    }
  },
}

/** Words that are no nouns. A name is a noun that a Zulip user, a web developer or a database knows. */
const vague = {
  said: 'texts are `t`; else name what was said: `status`, `message`, `operatorName`',
  told: 'name who knows it or what it is: `serverDraft`, `announcement`, `storedValue`',
  kept: 'name the place or the thing: `localDrafts`, `cached`, `allowList`',
  asked: 'name it: `request`, `confirming`, `context`',
  heard: 'name what arrived: `event`, `data`, `onData`',
  least: 'name the limit with its unit: `minSeconds`',
  untold: 'name who does not have it yet: `pendingChanges`',
  most: 'name the limit with its unit: `maxBytes`, `maxResults`',
  now: 'is for the time alone: name the value, `openRoute`, `index`, `next`',
  left: 'is a side of a box: name what remains, `bytesLeft`, or the operands of a comparison `a` and `b`',
}

/**
 * Properties that keep a vague name, by file, because the name is stored: as a column of the database, as a key of JSON in the
 * storage of an object or in the history of a browser, or as the key of a text in all languages.
 */
const storedNames = {
  'src/core/live/event-log.ts': ['told'],
  'src/core/usage/usage-meter.ts': ['told'],
  'web/features/conversation/message-list/scroll-memory.ts': ['left'],
  'web/i18n/texts.ts': ['asked', 'heard', 'left', 'most', 'now', 'told'],
}

/** Whether `now` is a time, or `left` is a side of a box. */
const isExempt = (name, text) =>
  name === 'now'
    ? /\bDate\b|\bnumber\b|\bnow\(|seconds/i.test(text)
    : name === 'left' && /\b(top|right|bottom)\b/.test(text)

/**
 * Whether a pattern takes the field `now` under its own name, as in `const { sql, now } = turn`. The type of the field shows
 * whether it is a time, so the rule looks at `now` where the field is declared.
 */
const isFieldNow = ({ shorthand, key }) => shorthand && key.name === 'now'

/** Variables, parameters, functions, types and declared properties must not have a vague name (`CONTRIBUTING.md`, Words). */
const names = {
  create(context) {
    const text = (node) => context.sourceCode.getText(node)

    function look(node, within) {
      if (node?.type === 'Identifier') {
        const name = /^most[A-Z]/.test(node.name) ? 'most' : node.name
        const reason = Object.hasOwn(vague, name) ? vague[name] : undefined
        if (reason !== undefined && !isExempt(node.name, text(within)))
          context.report({ node, message: `A name is a noun. \`${node.name}\`: ${reason}.` })
      } else if (node?.type === 'ObjectPattern')
        for (const property of node.properties) {
          if (!isFieldNow(property)) look(property.value ?? property.argument, within)
        }
      else if (node?.type === 'ArrayPattern') for (const element of node.elements) look(element, within)
      else if (node?.type === 'AssignmentPattern') look(node.left, within)
      else if (node?.type === 'RestElement') look(node.argument, within)
      else if (node?.type === 'TSParameterProperty') look(node.parameter, within)
    }

    const stored = storedNames[relative(root, context.filename ?? context.getFilename()).replaceAll('\\', '/')] ?? []
    /** The fields beside `left` show whether it is a side of a box. */
    const lookAtProperty = (node) => {
      if (!stored.includes(node.key.name)) look(node.key, node.key.name === 'left' ? node.parent : node)
    }

    const lookAtFunction = (node) => {
      look(node.id, node)
      for (const param of node.params) look(param, param)
    }
    return {
      VariableDeclarator: (node) => look(node.id, node),
      FunctionDeclaration: lookAtFunction,
      FunctionExpression: lookAtFunction,
      ArrowFunctionExpression: lookAtFunction,
      TSInterfaceDeclaration: (node) => look(node.id, node.id),
      TSPropertySignature: lookAtProperty,
      PropertyDefinition: lookAtProperty,
      TSTypeAliasDeclaration: (node) => look(node.id, node.id),
    }
  },
}

/** The expression without `!`, a cast or the end of an optional chain. */
const bare = (node) =>
  /^(ChainExpression|TSNonNullExpression|TSAsExpression|ParenthesizedExpression)$/.test(node?.type)
    ? bare(node.expression)
    : node

const isCallOf = (node, pattern) =>
  node?.type === 'CallExpression' &&
  bare(node.callee)?.type === 'MemberExpression' &&
  pattern.test(bare(node.callee).property?.name)

/** Code must not press buttons. Only `ui/focus.ts` may focus what it finds anywhere on the page. */
const presses = {
  create(context) {
    const file = context.filename ?? context.getFilename()
    return {
      CallExpression(node) {
        if (isCallOf(node, /^click$/))
          context.report({
            node,
            message:
              'Call what the button calls: a button that is hidden, disabled or not yet loaded does nothing, and nobody sees why. `showPicker()` opens the file dialog.',
          })
        if (!isCallOf(node, /^focus$/) || within(file) === 'ui/focus.ts') return
        const found = bare(bare(node.callee).object)
        if (isCallOf(found, /^querySelector(All)?$/) && bare(found.callee).object.name === 'document')
          context.report({
            node,
            message:
              'Focus an element of your own by its ref. To focus in another component, set a signal that it reads: it may not be drawn yet. What any component may focus is in ui/focus.ts.',
          })
      },
    }
  },
}

/** Casts must not go by `never` or `unknown`, which the compiler lets pass whatever the value is. */
const casts = {
  create(context) {
    function look(node) {
      const isByUnknown = node.expression.typeAnnotation?.type === 'TSUnknownKeyword'
      if (isByUnknown || node.typeAnnotation.type === 'TSNeverKeyword')
        context.report({
          node,
          message:
            'This cast holds for any value, so the compiler no longer sees when the library and the server differ. Let the types say it: a generic parameter that names the kind (`applyEvent`), an overload (`doInParts`), a method (`kindOf`), or `declare const` for what the platform has.',
        })
    }
    return { TSAsExpression: look, TSTypeAssertion: look }
  },
}

export default { meta: { name: 'rivulet' }, rules: { casts, imports, names, presses } }
