import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** Types of parameters. The names are those of ARB files. */
export type ParameterType = 'String' | 'num' | 'bool'

/** A message in ICU MessageFormat, parsed. */
export type Message = readonly MessageFormatElement[]

/** Why a message cannot be used. */
export class MessageError extends Error {}

export function parseMessage(text: string): Message {
  try {
    return parse(text, { ignoreTag: true, requiresOtherClause: true })
  } catch (error) {
    throw new MessageError(error instanceof Error ? error.message : String(error))
  }
}

/** The parameters of a message, in the order in which they first occur, with the types that their use implies. */
export function parametersOf(message: Message): ReadonlyMap<string, ParameterType> {
  const found = new Map<string, ParameterType>()
  visit(message)
  return found

  function add(name: string, type: ParameterType): void {
    const earlierType = found.get(name)
    // A parameter that decides between forms may also be shown.
    if (earlierType === undefined || earlierType === 'String') found.set(name, type)
    else if (type !== 'String' && type !== earlierType)
      throw new MessageError(`${name} is a ${earlierType} and a ${type}`)
  }

  function visit(elements: Message): void {
    for (const element of elements)
      switch (element.type) {
        case TYPE.literal:
        case TYPE.pound:
          break
        case TYPE.argument:
          add(element.value, 'String')
          break
        case TYPE.number:
          if (element.style) throw new MessageError(`{${element.value}, number} takes no style`)
          add(element.value, 'num')
          break
        case TYPE.plural:
          if (element.offset !== 0) throw new MessageError('offset is not supported')
          add(element.value, 'num')
          for (const { value } of Object.values(element.options)) visit(value)
          break
        case TYPE.select:
          add(element.value, isYesNo(element.options) ? 'bool' : 'String')
          for (const { value } of Object.values(element.options)) visit(value)
          break
        default:
          throw new MessageError('only number, plural and select are supported; the client formats dates and lists')
      }
  }
}

const isYesNo = (options: object): boolean =>
  'true' in options && Object.keys(options).every((key) => ['true', 'other'].includes(key))

/**
 * A message as a JavaScript expression: a string, or a function of its parameters in the given order. It takes two functions from
 * where it stands: `n` formats a number, `p` chooses a plural form. `language` is given if it is not that of the page.
 */
export function expressionOf(message: Message, parameters: readonly string[], language?: string): string {
  if (parameters.length === 0) return templateOf(message, null)
  const variables = new Map(parameters.map((name, index) => [name, 'abcdefgh'[index]!]))
  const list = parameters.length === 1 ? 'a' : `(${[...variables.values()].join(',')})`
  return `${list}=>${templateOf(message, null)}`

  function templateOf(elements: Message, counted: string | null): string {
    const only = elements[0]
    if (elements.length === 0) return '``'
    if (elements.length === 1 && only!.type !== TYPE.literal) {
      const code = codeOf(only!, counted)
      return only!.type === TYPE.argument ? `\`\${${code}}\`` : code
    }
    const parts = elements.map((element) =>
      element.type === TYPE.literal ? escapeTemplate(element.value) : `\${${codeOf(element, counted)}}`,
    )
    return `\`${parts.join('')}\``
  }

  function codeOf(element: MessageFormatElement, counted: string | null): string {
    switch (element.type) {
      case TYPE.literal:
        return `\`${escapeTemplate(element.value)}\``
      case TYPE.pound:
        return `n(${counted})`
      case TYPE.argument:
        return variables.get(element.value)!
      case TYPE.number:
        return `n(${variables.get(element.value)})`
      case TYPE.plural: {
        const variable = variables.get(element.value)!
        const forms = Object.entries(element.options).map(
          ([form, { value }]) => `${form.replace('=', '')}:${templateOf(value, variable)}`,
        )
        return `p(${variable},{${forms.join()}}${language ? `,'${language}'` : ''})`
      }
      case TYPE.select: {
        const variable = variables.get(element.value)!
        const { other, ...options } = element.options
        const cases = Object.entries(options).map(([key, { value }]) => {
          const condition =
            key === 'true' && isYesNo(element.options) ? variable : `${variable}==${JSON.stringify(key)}`
          return `${condition}?${templateOf(value, counted)}:`
        })
        return `(${cases.join('')}${templateOf(other!.value, counted)})`
      }
      default:
        throw new MessageError('not supported')
    }
  }
}

const escapeTemplate = (text: string): string => text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)
