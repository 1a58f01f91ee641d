import { useSignal } from '@preact/signals'
import { Check as Tick, Settings2 } from 'lucide'
import { useRef } from 'preact/hooks'
import { hasAccess, mayJoin } from '../../../client/policies'
import { streamSettingsAddress } from '../../routes/dialogs'
import { texts } from '../../i18n'
import { Button, Icon, IconButton } from '../../ui'
import { goTo, streamAddress } from '../../routes/routes'
import { useSession } from '../../session/context'
import { kindOf, type Stream } from './stream'
import { join, leave } from './membership'
import { PrivacyIcon } from './privacy-icon'
import { focusNext } from '../../ui/focus'

interface StreamRowProps {
  readonly stream: Stream
  readonly isIn: boolean
  /** How many people are subscribed; undefined if that is unknown. */
  readonly count: number | undefined
}

/** A stream in the list of all: name, description, and what the user may do with it. */
export function StreamRow({ stream, isIn, count }: StreamRowProps) {
  const session = useSession()
  const t = texts.streams
  const root = useRef<HTMLLIElement>(null)
  const isAsked = useSignal(false)
  const { name, description, stream_id, invite_only } = stream
  const about = [texts.streamEditing.kinds[kindOf(stream)], count !== undefined && t.members(count)]

  /** Asks before leaving, or stops asking. The pressed button is gone, so the button in its place gets the focus. */
  function ask(next: boolean): void {
    isAsked.value = next
    focusNext(root, '.buttons > .button')
  }

  async function go(): Promise<void> {
    if (isIn && invite_only && !isAsked.peek()) return ask(true)
    await (isIn ? leave : join)(session, stream)
    isAsked.value = false
  }

  return (
    <li ref={root} class="stream-row">
      <PrivacyIcon of={stream} />
      <span class="grow">
        <span class="name">
          {hasAccess({ stream_id }, session.store) || stream.is_web_public ? (
            <a class="link" href={streamAddress(stream)}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <a class="link" href={streamSettingsAddress(stream)}>
              <bdi>{name}</bdi>
            </a>
          )}
          {isIn && (
            <span class="joined">
              <Icon of={Tick} size={14} />
              {t.joined}
            </span>
          )}
        </span>
        {description !== '' && <small dir="auto">{description}</small>}
        <small>{about.filter(Boolean).join(' · ')}</small>
        {isAsked.value && (
          <small role="alert" class="asked">
            {t.reallyLeave}
          </small>
        )}
      </span>
      <span class="buttons">
        {isAsked.value && (
          <Button kind="quiet" onClick={() => ask(false)}>
            {t.stay}
          </Button>
        )}
        {(isIn || mayJoin(stream, session.store)) && (
          <Button
            aria-label={isAsked.value ? undefined : (isIn ? t.leaveOf : t.joinOf)(name)}
            onClick={() => void go()}
          >
            {isAsked.value ? t.leaveAnyway : isIn ? t.leaveShort : t.joinShort}
          </Button>
        )}
        <IconButton icon={Settings2} name={t.detailsOf(name)} onClick={() => goTo(streamSettingsAddress(stream))} />
      </span>
    </li>
  )
}
