import { useSignal } from '@preact/signals'
import { mayAdministerStream, mayJoin } from '../../../client/policies'
import { texts } from '../../i18n'
import { Content } from '../conversation/message'
import { Button } from '../../ui'
import { Dialog } from '../../ui/dialog'
import { isTopic, route } from '../../routes/routes'
import { useSession } from '../../session/context'
import { Archive } from './archive'
import { privacyOf, type Stream } from './stream'
import { join, leave } from './membership'
import { OwnStreamSettings } from './own-settings'
import { Rules } from './rules'
import { StreamAddress } from './stream-address'
import { Subscribers } from './subscribers'
import { TopicHere } from './topic-here'
import './streams.css'

interface StreamCardProps {
  readonly id: number
  readonly onClose: () => void
}

/** A dialog about a stream: description, the user's own settings, rules, and subscribers. */
export function StreamDialog({ id, onClose }: StreamCardProps) {
  const session = useSession()
  const isAsked = useSignal(false)
  const t = texts.streams
  /** The subscription, with changes that the server does not know yet. */
  const own = session.outbox.state.subscriptions.value.find(({ stream_id }) => stream_id === id)
  const stream = own ?? session.store.streams.get(id)
  if (stream === undefined)
    return (
      <Dialog title={t.stream} onClose={onClose}>
        <p>{t.unknown}</p>
      </Dialog>
    )
  async function go(): Promise<void> {
    if (stream!.invite_only && !isAsked.value) isAsked.value = true
    else {
      await leave(session, stream!)
      isAsked.value = false
    }
  }

  const mayChange = mayAdministerStream(own, session.store)
  const here = route.value
  return (
    <Dialog title={stream.name} onClose={onClose}>
      <div class="sections">
        <div>
          {stream.description === '' ? (
            <p class="hint">{t.noDescription}</p>
          ) : (
            <Content html={stream.rendered_description} />
          )}
          <p class="hint">
            {privacyOf(stream)} {aboutWriting(stream)}
          </p>
        </div>
        {own && <OwnStreamSettings stream={own} />}
        {own && isTopic(here) && here.stream_id === id && <TopicHere topic={here} />}
        {own && <StreamAddress key={`address ${id}`} stream={stream} />}
        {mayChange && <Rules key={id} stream={stream} isIn={own !== undefined} />}
        <Subscribers
          key={own ? 'in' : 'out'}
          stream={stream}
          isIn={own !== undefined}
          mayRemove={mayChange}
          onLeave={go}
        />
        {isAsked.value && (
          <p class="hint" role="alert">
            {t.reallyLeave}
          </p>
        )}
        <div class="buttons">
          {own ? (
            <Button onClick={() => void go()}>{isAsked.value ? t.leaveAnyway : t.leave}</Button>
          ) : mayJoin(stream, session.store) ? (
            <Button kind="main" onClick={() => void join(session, stream)}>
              {t.join}
            </Button>
          ) : (
            <p class="hint">{stream.invite_only ? t.joinedByAdding : t.notForGuests}</p>
          )}
          {isAsked.value && (
            <Button kind="quiet" onClick={() => (isAsked.value = false)}>
              {t.stay}
            </Button>
          )}
        </div>
        {mayChange && <Archive stream={stream} onGone={onClose} />}
      </div>
    </Dialog>
  )
}

/** Who may post and how long messages are kept, where that differs from the usual. */
function aboutWriting({ stream_post_policy, message_retention_days }: Stream): string {
  const t = texts.streamEditing
  const whoPosts = t.mayPost[stream_post_policy]
  const days = message_retention_days ?? -1
  const time = new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return [whoPosts, days > 0 && t.keptFor(time.format(days))].filter(Boolean).join(' ')
}
