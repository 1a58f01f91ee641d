import { useSignal } from '@preact/signals'
import { ArrowUpRight } from 'lucide'
import { useMemo } from 'preact/hooks'
import type { Conversation, Store } from '../../../../client'
import { useDerived } from '../../../lib/use-derived'
import { firstView } from '../../../lib/first-view'
import { StatusEmoji } from '../../people'
import { Avatar, Button, Icon, lazy, memo } from '../../../ui'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'
import { messageHref } from '../../../routes/routes'
import { Content } from './content'
import { edits } from './edited-messages'
import { labelOf } from './label'
import { linkedIds } from './linked'
import { noCards } from './no-cards'
import { Reactions } from './reactions'
import { Widget } from './lazy'
import { clockOf } from './times'
import './message.css'

export { Content, Marked } from './content'
export { fragmentOf, textOf } from './html'
export { isMove } from './label'
export { Sending } from './sending'
export { clockOf } from './times'

export const AboutMessages = lazy(async () => (await import('./about')).AboutMessages, firstView)

const Actions = lazy(async () => (await import('./actions')).Actions, firstView)
const LinkCards = lazy(async () => (await import('./link-cards')).LinkCards, firstView)
const Editor = lazy(async () => (await import('./editor')).Editor, firstView)

export const TopicTools = lazy(async () => (await import('./topic-tools')).TopicTools, firstView)

/** Begins to edit the user's newest message in a conversation. */
export async function editNewest(where: Conversation | null, store: Store): Promise<void> {
  try {
    const newest = await import('./newest')
    newest.editNewest(where, store)
  } catch {
    // Offline, and the code was never loaded: begin nothing.
  }
}

export interface MessageProps {
  readonly id: number
  /** Whether it shows its sender. A message that follows one of the same sender does not. */
  readonly isFirst: boolean
  /** Whether its toolbar is shown. */
  readonly isActive: boolean
  /** Whether the Tab key reaches it. */
  readonly isSelected: boolean
  /** Whether the address names it. */
  readonly isNamed: boolean
  /** Whether the words of the search are marked in it. */
  readonly isSearch: boolean
  /** Whether it is shown apart from its conversation, with a link to that. */
  readonly isFound: boolean
}

export const Message = memo(function Message(props: MessageProps) {
  const { id, isFirst, isActive, isSelected, isNamed, isSearch, isFound } = props
  const { store, outbox } = useSession()
  const message = useMemo(() => outbox.message(id), [outbox, id]).value
  const { users } = store
  const isShown = useSignal(false)
  const isEdited = useDerived(() => edits.value.has(id), [id]).value
  const links = useMemo(() => linkedIds(message?.content ?? ''), [message?.content])
  if (message === undefined) return null
  const linked = links.filter((one) => one !== id && !noCards.value.has(one))
  const { sender_id, content, content_type, flags, reactions, submessages, is_me_message } = message
  const name = users.name(sender_id) ?? message.sender_full_name
  const clock = clockOf(outbox.state.user_settings.value)
  const date = new Date(message.timestamp * 1000)
  const time = clock.time(date)
  const isMention = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
  const classes = ['message', isFirst && 'first', isMention && 'mentions', isNamed && 'named', is_me_message && 'me']
  const isSaving = content_type !== 'text/html'
  const label = labelOf(message)
  if (store.users.isMuted(sender_id) && !isShown.value)
    return (
      <article class="message hidden" aria-label={texts.message.hidden} data-id={id} tabIndex={isSelected ? 0 : -1}>
        <p>
          {texts.message.hidden}
          <Button
            kind="quiet"
            onClick={({ currentTarget }) => {
              isShown.value = true
              currentTarget.closest('article')!.focus()
            }}
          >
            {texts.message.show}
          </Button>
        </p>
      </article>
    )
  const shown = (isSearch && message.match_content) || content
  const text = (
    <Content html={is_me_message ? shown.replace(/^(<p>)?\/me /, '$1') : shown} isMarkdown={isSaving} id={id} />
  )
  const isHeaded = isFirst || is_me_message
  const mark = isSaving ? (
    <span class="mark">{texts.message.saving}</span>
  ) : (
    label && (
      <span class="mark" title={clock.whole(new Date(label[1] * 1000))}>
        {texts.message[label[0]]}
      </span>
    )
  )
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      aria-label={texts.message.of(name, time)}
      data-id={id}
      tabIndex={isSelected ? 0 : -1}
    >
      {isFirst && <Avatar user_id={sender_id} name={name} picture={users.get(sender_id)?.avatar_url} size={36} opens />}
      <header>
        {isFirst && (
          <>
            <strong class="sender" role="button" tabIndex={isSelected ? 0 : -1} data-user-id={sender_id}>
              <bdi>{name}</bdi>
            </strong>
            <StatusEmoji user_id={sender_id} />
          </>
        )}
        {/* A formatter of whole dates takes milliseconds to make, so the tooltip is there with the pointer or the focus. */}
        <time dateTime={date.toISOString()} title={isActive ? clock.whole(date) : undefined}>
          {time}
        </time>
        {isHeaded && mark}
        {isFound && (
          <a class="show" href={messageHref(message, store, id)} aria-label={texts.searchBox.show}>
            <Icon of={ArrowUpRight} size={20} />
            <span>{texts.searchBox.show}</span>
          </a>
        )}
      </header>
      {submessages.length > 0 ? <Widget message={message}>{text}</Widget> : text}
      {linked.length > 0 && (
        <div class="link-cards" style={{ '--cards': linked.length }}>
          <LinkCards ids={linked} />
        </div>
      )}
      {!isHeaded && mark}
      {isEdited && <Editor message={message} />}
      {reactions.length > 0 && <Reactions message={message} />}
      {isActive && !isEdited && <Actions message={message} />}
    </article>
  )
})
