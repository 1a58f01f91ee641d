import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Subscription } from '../../../client'
import { Check } from '../../ui/form'
import { texts } from '../../i18n'
import { muteStream } from '../people/mutes'
import { showReason } from '../../ui/reason'
import { useSession } from '../../session/context'
import { streamNotifications } from '../../lib/stream-notifications'
import { colorTable } from '../../lib/tables'

/** The user's own settings of a stream to which they subscribe. */
export function OwnStreamSettings({ stream }: { stream: Subscription }) {
  const session = useSession()
  const { outbox, store } = session
  const t = texts.streams
  const palette = useSignal<readonly string[]>([])
  useEffect(
    () =>
      void colorTable().then(
        (table) => (palette.value = table.palette),
        () => undefined,
      ),
    [],
  )
  const { stream_id, color, pin_to_top, is_muted } = stream
  const notices = streamNotifications(store.state.server_sends_mail.value)
  const general = outbox.state.user_settings.value as Readonly<Record<string, unknown>>
  const set = (property: string, value: boolean | string): void =>
    void outbox.do({ kind: 'subscription', stream_id, property, value }).done.catch(showReason)

  return (
    <>
      <fieldset class="colors">
        <legend>{t.color}</legend>
        {palette.value.map((one, index) => (
          <label key={one} style={{ '--own': one }}>
            <input
              type="radio"
              name="color"
              aria-label={t.colorOf(index + 1, palette.value.length)}
              checked={one === color}
              onChange={() => set('color', one)}
            />
          </label>
        ))}
      </fieldset>
      <section>
        <h3>{t.own}</h3>
        <Check label={t.pin} isOn={pin_to_top} onChange={(isOn) => set('pin_to_top', isOn)} />
        <Check
          label={t.mute}
          hint={t.muteHint}
          isOn={is_muted}
          onChange={(isOn) => muteStream(session, stream, isOn)}
        />
        {notices.map(([property, setting]) => (
          <Check
            key={property}
            label={t.notices[property]}
            isOn={stream[property] ?? general[setting] === true}
            onChange={(isOn) => set(property, isOn)}
          />
        ))}
      </section>
    </>
  )
}
