import type { Store, Term, Terms } from '../../../../client'
import { texts } from '../../../i18n'
import { formatList } from '../../../i18n/format'
import { useStore } from '../../../session/context'

/** Says in words what a narrow shows. */
export const FoundTitle = ({ terms }: { terms: Terms }) => <>{titleOf(terms, useStore())}</>

function titleOf(terms: Terms, store: Store): string {
  const { title: t } = texts.search
  const { streams, users } = store
  const nameOf = (id: unknown): string => users.name(Number(id)) ?? texts.sidebar.somebody
  const kinds: Readonly<Record<string, (isNot: boolean) => string>> = t.kinds
  const phrases: Readonly<Record<string, (isNot: boolean) => string>> = t.phrases

  function phraseOf({ operator, operand, negated = false }: Term): string {
    switch (operator) {
      case 'stream':
        return t.in(`#${streams.get(Number(operand))?.name ?? ''}`, negated)
      case 'topic':
        return t.topic(String(operand), negated)
      case 'sender':
        return t.from(nameOf(operand), negated)
      case 'pm-with':
        return t.with(formatList((operand as readonly number[]).map(nameOf)), negated)
      case 'group-pm-with':
        return t.groupsWith(nameOf(operand), negated)
      case 'search':
        return t.words(String(operand))
      case 'id':
        return t.id(String(operand))
      default:
        return phrases[`${operator}:${String(operand)}`]?.(negated) ?? ''
    }
  }

  const isKind = ({ operator, operand }: Term): boolean => operator === 'is' && Object.hasOwn(kinds, String(operand))
  const adjectives = terms.filter(isKind).map(({ operand, negated = false }) => kinds[String(operand)]!(negated))
  const others = terms.filter((term) => !isKind(term)).map(phraseOf)
  const messages = adjectives.length === 0 ? t.messages : t.messagesOf(formatList(adjectives))
  const text = [messages, ...others.filter((one) => one !== '')].join(' ')
  return text[0]!.toLocaleUpperCase() + text.slice(1)
}
