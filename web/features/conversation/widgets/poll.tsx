import { useSignal } from '@preact/signals'
import { Check, Pencil } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Message } from '../../../../client'
import { texts } from '../../../i18n'
import { formatList } from '../../../i18n/format'
import { Icon, IconButton } from '../../../ui'
import { useStore } from '../../../session/context'
import { useAdd } from './add'
import { Adding } from './adding'
import type { pollOf } from './poll-of'

interface PollProps {
  readonly message: Message
  readonly poll: NonNullable<ReturnType<typeof pollOf>>
}

/** Most names of voters. */
const maxVoterNames = 20

/** A question and its options, which everybody can add to and vote for. */
export function Poll({ message, poll: { question, options, hidden, next } }: PollProps) {
  const { user_id } = useStore()
  const add = useAdd(message)
  const t = texts.widgets
  const all = new Set(options.flatMap(({ voters }) => [...voters])).size
  return (
    <div class="widget" role="group" aria-label={question === '' ? t.poll : t.pollOn(question)}>
      <Question
        question={question}
        onChange={
          message.sender_id === user_id && add !== null ? (text) => add({ type: 'question', question: text }) : null
        }
      />
      {options.length === 0 && <p class="hint">{t.noOptions}</p>}
      <ul>
        {options.map(({ key, text, voters }) => {
          const isOwn = voters.has(user_id)
          return (
            <li key={key}>
              <button
                type="button"
                class="option"
                style={{ '--share': all === 0 ? 0 : voters.size / all }}
                aria-pressed={isOwn}
                disabled={add === null}
                onClick={() => add?.({ type: 'vote', key, vote: isOwn ? -1 : 1 })}
              >
                <span class="mark">{isOwn && <Icon of={Check} size={16} />}</span>
                <bdi>{text}</bdi>
                <span class="count">{t.votes(voters.size)}</span>
              </button>
              <Voters ids={voters} />
            </li>
          )
        })}
      </ul>
      {hidden > 0 && <p class="hint">{t.moreOptions(hidden)}</p>}
      {next !== null && add !== null && (
        <Adding
          fields={[t.newOption]}
          isTaken={([text]) => options.some((option) => option.text === text)}
          onAdd={([option]) => add({ type: 'new_option', idx: next, option })}
        />
      )}
    </div>
  )
}

function Voters({ ids }: { ids: ReadonlySet<number> }) {
  const { users } = useStore()
  if (ids.size === 0) return null
  const names = [...ids].slice(0, maxVoterNames).map((id) => users.name(id) ?? texts.sidebar.somebody)
  const others = ids.size - names.length
  return (
    <p class="voters" dir="auto">
      {formatList(others > 0 ? [...names, texts.widgets.otherVoters(others)] : names)}
    </p>
  )
}

interface QuestionProps {
  readonly question: string
  /** Null if the user may not change it. */
  readonly onChange: ((text: string) => void) | null
}

function Question({ question, onChange }: QuestionProps) {
  const isEdited = useSignal(false)
  const wasEdited = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const t = texts.widgets
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited.value) button.current?.focus()
    wasEdited.current = isEdited.value
  }, [isEdited.value])

  if (isEdited.value && onChange !== null)
    return (
      <Adding
        fields={[t.question]}
        initialTexts={[question]}
        button={t.save}
        onAdd={([text]) => {
          if (text !== question) onChange(text!)
          isEdited.value = false
        }}
        onCancel={() => (isEdited.value = false)}
      />
    )
  return (
    <p class="title">
      <strong dir="auto">{question === '' ? t.noQuestion : question}</strong>
      {onChange !== null && (
        <IconButton icon={Pencil} name={t.editQuestion} buttonRef={button} onClick={() => (isEdited.value = true)} />
      )}
    </p>
  )
}
