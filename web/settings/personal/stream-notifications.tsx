import { useSignal } from '@preact/signals'
import { Section, useMore, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { byName } from '../../lib/by-name'
import { rank } from '../../lib/rank'
import { streamNotifications } from '../../lib/stream-notifications'
import { useSession } from '../../session/context'
import type { Settings } from '../preferences'

/** Up to this many streams, no search box is shown. */
const maxWithoutSearch = 8

/** The notification settings of each stream, which override the general ones. */
export function StreamNotificationSettings() {
  const { outbox, store } = useSession()
  const t = texts.settings.notifications
  const saving = useSaveState()
  const typed = useSignal('')
  const general = outbox.state.user_settings.value as Settings
  const kinds = streamNotifications(store.state.server_sends_mail.value)
  const all = outbox.state.subscriptions.value
  const found =
    typed.value === ''
      ? all.toSorted((a, b) => byName(a.name, b.name))
      : rank(all, typed.value, { names: ({ name }) => [name], maxResults: Infinity })
  const { shown, more } = useMore(found)

  return (
    <Section title={t.ofStreams} saving={saving}>
      {all.length === 0 && <p class="hint">{t.noStreams}</p>}
      {all.length > maxWithoutSearch && (
        <Filter name={texts.streams.findStream} value={typed.value} onType={(text) => (typed.value = text)} />
      )}
      {all.length > 0 && found.length === 0 && <p class="hint">{texts.streams.noStream}</p>}
      {found.length > 0 && (
        <table class="choices-of-streams">
          <thead>
            <tr>
              <th scope="col">{texts.streams.stream}</th>
              {kinds.map(([kind]) => (
                <th key={kind} scope="col">
                  {t.columns[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((stream) => (
              <tr key={stream.stream_id}>
                <th scope="row" dir="auto">
                  {stream.name}
                  {stream.is_muted && <small>{t.muted}</small>}
                </th>
                {kinds.map(([property, setting]) => (
                  <td key={property}>
                    <label>
                      <input
                        type="checkbox"
                        aria-label={t.columnOf[property](stream.name)}
                        checked={stream[property] ?? general[setting] === true}
                        onChange={({ currentTarget: { checked: value } }) => {
                          const { stream_id } = stream
                          void saving.save(() => outbox.do({ kind: 'subscription', stream_id, property, value }).done)
                        }}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more}
    </Section>
  )
}
