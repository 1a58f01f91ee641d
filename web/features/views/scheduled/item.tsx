import { useSignal } from '@preact/signals'
import { nameOf } from '../../conversation/compose/names'
import { hrefOf } from '../../../routes/routes'
import { texts } from '../../../i18n'
import { clockOf, Content } from '../../conversation/message'
import { Button, showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { reasonOf } from '../../../ui/reason'
import { ChooseTime } from '../../conversation/choose-time'
import { conversationTo, type Waiting } from './recipient'
import { Rewrite } from './rewrite'

/** A scheduled message, with buttons to send, change and delete it. */
export function Item({ of: waiting }: { of: Waiting }) {
  const session = useSession()
  const { ask, outbox, store } = session
  const { scheduled_message_id, content, rendered_content, is_reminder } = waiting
  const t = texts.scheduled
  const open = useSignal<'time' | 'text' | 'end' | null>(null)
  const close = (): void => {
    open.value = null
  }
  const to = conversationTo(waiting, store.user_id)
  const at = new Date(waiting.scheduled_delivery_timestamp * 1000)
  const name = nameOf(to, store)

  /** Deletes it. False if the server refuses. */
  async function end(): Promise<boolean> {
    try {
      await ask('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id })
      return true
    } catch (error) {
      showToast(reasonOf(error))
      return false
    }
  }

  /** Deletes it before it is sent, so that nobody gets it twice. */
  async function sendNow(): Promise<void> {
    if (await end()) outbox.do({ kind: 'send', to, content })
  }

  async function change(changes: { content: string } | { scheduled_delivery_timestamp: number }): Promise<void> {
    await ask('PATCH /scheduled_messages/{scheduled_message_id}', { scheduled_message_id, ...changes })
  }

  return (
    <li aria-label={t.of(name)}>
      <header>
        <a href={hrefOf(to, store)}>
          <bdi>{!is_reminder ? name : 'topic' in to ? t.reminder(name) : t.ownReminder}</bdi>
        </a>
        <time dateTime={at.toISOString()}>{clockOf(outbox.state.user_settings.value).whole(at)}</time>
      </header>
      {open.value === 'text' ? (
        <Rewrite content={content} onSave={(text) => change({ content: text })} onClose={close} />
      ) : (
        <Content html={rendered_content} />
      )}
      {open.value === 'end' && (
        <div class="tools">
          <span>{t.reallyEnd}</span>
          <Button kind="main" onClick={() => void end()}>
            {texts.messageActions.delete}
          </Button>
          <Button onClick={close}>{t.keep}</Button>
        </div>
      )}
      {open.value === null && (
        <div class="tools">
          {!is_reminder && <Button onClick={() => void sendNow()}>{t.sendNow}</Button>}
          <Button onClick={() => (open.value = 'time')}>{t.otherTime}</Button>
          <Button onClick={() => (open.value = 'text')}>{t.otherText}</Button>
          <Button onClick={() => (open.value = 'end')}>{texts.messageActions.delete}</Button>
        </div>
      )}
      {open.value === 'time' && (
        <ChooseTime
          session={session}
          before={at}
          onChoose={(time) => change({ scheduled_delivery_timestamp: Math.floor(time.getTime() / 1000) })}
          onClose={close}
        />
      )}
    </li>
  )
}
