import { useSignal } from '@preact/signals'
import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Combobox } from '../../../ui/combobox'
import { Avatar, Icon, StreamSwatch } from '../../../ui'
import { texts } from '../../../i18n'
import { candidatesFor, keyOfCandidate, type Candidate } from './candidates'
import type { Writer } from './recipient'
import { foldCase } from '../../../lib/rank'
import { topicsOf } from './topics'
import type { ComposerState } from './composer-state'
import { focusNext } from '../../../ui/focus'
import './recipients.css'

interface RecipientsProps {
  readonly writer: Writer
  readonly writing: ComposerState
  /** Whether the first field gets the focus. */
  readonly isFirst: boolean
}

const colorOf = (stream: object): string | undefined => ('color' in stream ? String(stream.color) : undefined)

/** The fields for the recipient: a stream with a topic, or people. */
export function Recipients({ writer, writing, isFirst }: RecipientsProps) {
  const { store } = writer
  const { to } = writing
  const typed = useSignal('')
  /** A topic that was typed before a stream was chosen. */
  const early = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const topicInput = useRef<HTMLInputElement>(null)
  const topics = topicsOf(writer)
  useLayoutEffect(() => {
    if (isFirst) input.current!.focus()
  }, [])
  const recipient = to.value
  const { users } = store
  const user_ids = recipient !== null && 'user_ids' in recipient ? recipient.user_ids : []
  const topic = recipient !== null && 'topic' in recipient ? recipient.topic : early.value
  const stream = recipient !== null && 'topic' in recipient ? store.streams.get(recipient.stream_id) : undefined

  const found = candidatesFor(typed.value.replace(/^[#@]/, ''), writer, user_ids)

  function address(one: Candidate): void {
    typed.value = ''
    if ('stream_id' in one) writing.address({ stream_id: one.stream_id, topic })
    else writing.address({ user_ids: [...user_ids, one.user_id] })
  }

  function choose(one: Candidate): void {
    address(one)
    // In the next frame, because the key that chose the stream may move the focus itself.
    if ('stream_id' in one) focusNext(topicInput)
  }

  function nameTopic(name: string): void {
    early.value = name
    if (stream) writing.address({ stream_id: stream.stream_id, topic: name })
  }

  /** Chooses a name that was typed in full, when the user leaves the field. */
  function settle(): void {
    const name = foldCase(typed.value.trim().replace(/^[#@]/, ''))
    const exact = found.filter((one) => foldCase(one.name) === name)
    if (name !== '' && exact.length > 0) address(exact[0]!)
  }

  function removeRecipient(user_id?: number): void {
    const rest = user_ids.filter((id) => id !== (user_id ?? user_ids.at(-1)))
    writing.address(rest.length > 0 ? { user_ids: rest } : null)
    input.current!.focus()
  }

  return (
    <div class="recipients">
      <div class="to">
        {stream && (
          <Chosen name={stream.name} onRemove={() => removeRecipient()}>
            <StreamSwatch color={colorOf(stream)} />
          </Chosen>
        )}
        {user_ids.map((id) => {
          const name = users.name(id) ?? texts.sidebar.somebody
          return (
            <Chosen key={id} name={name} onRemove={() => removeRecipient(id)}>
              <Avatar user_id={id} name={name} picture={users.get(id)?.avatar_url} size={20} />
            </Chosen>
          )
        })}
        <Combobox
          inputRef={input}
          name={texts.compose.recipient}
          placeholder={recipient === null ? texts.compose.whom : ''}
          value={typed.value}
          items={stream && typed.value === '' ? [] : found}
          keyOf={keyOfCandidate}
          maxLength={100}
          onType={(text) => (typed.value = text)}
          onChoose={choose}
          onLeave={settle}
          onEmptied={() => removeRecipient()}
        >
          {(one) =>
            'stream_id' in one ? (
              <>
                <StreamSwatch color={one.color} />
                <span>{one.name}</span>
              </>
            ) : (
              <>
                <Avatar user_id={one.user_id} name={one.name} picture={one.picture} size={20} />
                <span>{one.name}</span>
              </>
            )
          }
        </Combobox>
      </div>
      {user_ids.length === 0 && (
        <Combobox
          inputRef={topicInput}
          name={texts.compose.topic}
          value={topic}
          items={stream ? topics.like(stream.stream_id, topic) : []}
          keyOf={(one) => one}
          maxLength={store.state.max_topic_length.value}
          isFree
          onFocus={() => stream && void topics.load(stream.stream_id)}
          onType={nameTopic}
          onChoose={nameTopic}
        >
          {(one) => <span>{one}</span>}
        </Combobox>
      )}
    </div>
  )
}

interface ChosenProps {
  readonly name: string
  readonly onRemove: () => void
  readonly children: ComponentChildren
}

const Chosen = ({ name, onRemove, children }: ChosenProps) => (
  <span class="chosen">
    {children}
    <bdi>{name}</bdi>
    <button type="button" aria-label={texts.compose.remove(name)} onClick={onRemove}>
      <Icon of={X} size={12} />
    </button>
  </span>
)
