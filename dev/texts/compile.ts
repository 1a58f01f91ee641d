import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../web/i18n/languages.ts'
import { startupGroups } from '../../web/i18n/startup.ts'
import { expressionOf, MessageError, parametersOf, parseMessage, type Message, type ParameterType } from './message.ts'

const root = join(import.meta.dirname, '../..')

/** The files of the web client's texts, and of those of mails. */
export const textFolders = { web: 'web/i18n', mail: 'src/mail/texts' } as const

/** What a file says about a text, under `@` and its key. */
interface Note {
  readonly description?: string
  readonly placeholders?: Readonly<Record<string, { readonly type?: string; readonly example?: string }>>
}

/** The file of a language, an application resource bundle (ARB): texts by their keys, and notes about them. */
type TextFile = Readonly<Record<string, string | Note>>

interface Text {
  readonly message: Message
  /** The parameters in the order in which the function takes them. */
  readonly parameters: ReadonlyMap<string, ParameterType>
}

/** Which texts a file has: those of the first view, or all others. */
export type Part = 'startup' | 'other'

export interface CompiledTexts {
  /** A JavaScript function that makes the texts of a language: those of a part, or all. */
  readonly functionOf: (language: string, part?: Part) => string
  /** The TypeScript of the type of all texts. */
  readonly shape: string
  /** What is wrong with the files. */
  readonly errors: readonly string[]
  /** The keys of the texts that a language lacks. They are in English instead. */
  readonly missing: ReadonlyMap<string, readonly string[]>
}

/** Reads the files of a folder. */
export const readerOf =
  (folder: string) =>
  (language: string): TextFile => {
    const path = join(root, folder, `${language}.json`)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TextFile) : {}
  }

/** Compiles the texts of all languages, by default those of the web client. `replaced` gives other texts for some English ones. */
export function compileTexts(
  replaced: Readonly<Record<string, string>> = {},
  read = readerOf(textFolders.web),
): CompiledTexts {
  const errors: string[] = []
  const missing = new Map<string, readonly string[]>()
  const english = textsOf('en', { ...read('en'), ...replaced })
  const byLanguage = new Map([['en', english]])

  for (const language of Object.keys(languages)) {
    if (language === 'en') continue
    const own = textsOf(language, read(language))
    for (const [key, { parameters }] of own) {
      const wanted = english.get(key)?.parameters
      if (wanted === undefined) errors.push(`${language}: ${key} is no text of en.json`)
      for (const [name, type] of parameters)
        if (wanted && !isSame(type, wanted.get(name)))
          errors.push(`${language}: ${key}: {${name}} is a ${type}, but in en.json a ${wanted.get(name) ?? 'stranger'}`)
      for (const name of wanted?.keys() ?? [])
        if (!parameters.has(name)) errors.push(`${language}: ${key} does not use {${name}}`)
    }
    byLanguage.set(language, own)
    missing.set(
      language,
      [...english.keys()].filter((key) => !own.has(key)),
    )
  }
  return { functionOf, shape: shapeOf(english), errors, missing }

  function textsOf(language: string, file: TextFile): Map<string, Text> {
    const found = new Map<string, Text>()
    for (const [key, text] of Object.entries(file)) {
      if (key.startsWith('@')) continue
      try {
        if (typeof text !== 'string') throw new MessageError('is not a text')
        const message = parseMessage(text)
        found.set(key, {
          message,
          parameters: language === 'en' ? declaredParameters(key, message) : parametersOf(message),
        })
      } catch (error) {
        if (!(error instanceof MessageError)) throw error
        errors.push(`${language}: ${key}: ${error.message}`)
      }
    }
    return found

    /** The parameters of an English text, in the order of its note. */
    function declaredParameters(key: string, message: Message): ReadonlyMap<string, ParameterType> {
      const used = parametersOf(message)
      const note = file[`@${key}`] as Note | undefined
      const placeholders = Object.entries(note?.placeholders ?? {})
      if (!note?.description) errors.push(`en: ${key} has no description`)
      for (const [name, { type }] of placeholders)
        if (used.get(name) !== type) errors.push(`en: ${key}: {${name}} is a ${used.get(name) ?? 'stranger'}`)
      for (const name of used.keys())
        if (note?.placeholders?.[name] === undefined) errors.push(`en: ${key}: {${name}} is not in its placeholders`)
      return new Map(placeholders.map(([name]) => [name, used.get(name)!]))
    }
  }

  function functionOf(language: string, part?: Part): string {
    const own = byLanguage.get(language)!
    const tree: Tree = {}
    for (const [key, { message, parameters }] of english) {
      if (part !== undefined && startupGroups.includes(key.split('.')[0]!) !== (part === 'startup')) continue
      const translated = own.get(key)
      const isForeign = language !== 'en' && translated === undefined
      const names = [...parameters.keys()]
      place(tree, key, expressionOf(translated?.message ?? message, names, isForeign ? 'en' : undefined))
    }
    return `(n,p)=>(${print(tree)})`
  }
}

/** A text with a parameter may decide by it in one language, and only show it in another. */
const isSame = (type: ParameterType, wanted: ParameterType | undefined): boolean =>
  type === wanted || (type === 'String' && wanted === 'num')

interface Tree {
  [name: string]: Tree | string
}

function place(tree: Tree, key: string, value: string): void {
  const names = key.split('.')
  const last = names.pop()!
  let branch = tree
  for (const name of names) branch = (branch[name] ??= {}) as Tree
  branch[last] = value
}

const nameOf = (name: string): string => (/^([A-Za-z_]\w*|\d+)$/.test(name) ? name : `'${name}'`)

const print = (tree: Tree | string): string =>
  typeof tree === 'string'
    ? tree
    : `{${Object.entries(tree)
        .map(([name, value]) => `${nameOf(name)}:${print(value)}`)
        .join()}}`

const typeNames = { String: 'string', num: 'number', bool: 'boolean' } as const

function shapeOf(english: ReadonlyMap<string, Text>): string {
  const tree: Tree = {}
  for (const [key, { parameters }] of english) {
    const list = [...parameters].map(([name, type]) => `${name}: ${typeNames[type]}`)
    place(tree, key, list.length === 0 ? 'string' : `(${list.join(', ')}) => string`)
  }
  return printTypes(tree, '')
}

function printTypes(tree: Tree, indent: string): string {
  const lines = Object.entries(tree).map(([name, value]) => {
    const type = typeof value === 'string' ? value : printTypes(value, `${indent}  `)
    return `${indent}  readonly ${nameOf(name)}: ${type}\n`
  })
  const isNumbered = Object.keys(tree).every((name) => /^\d+$/.test(name))
  // Codes of the API come as any number.
  return `{\n${lines.join('')}${isNumbered ? `${indent}  readonly [code: number]: string\n` : ''}${indent}}`
}
