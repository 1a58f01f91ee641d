import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callServer } from '../../../client/policies'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Section, Select, TextSetting, useOptimistic, useSaveState } from '../../ui/form'

/** Longest address of a server, in characters. */
const longest = 200

type Server = 'off' | 'standard' | 'own'

/** On which server the organization makes calls, if on any. */
export function Calls() {
  const t = texts.organization.calls
  const { store, ask } = useSession()
  const standard = store.state.server_jitsi_server_url.value
  const own = store.state.realm_jitsi_server_url.value
  const saving = useSaveState()
  /** Whether the text box for the address is shown before there is an address. */
  const isAsking = useSignal(false)
  useEffect(() => {
    isAsking.value = false
  }, [own])

  const turnOn = (jitsi_server_url: string): Promise<unknown> =>
    ask('PATCH /realm', { video_chat_provider: 1, jitsi_server_url })
  const changes = {
    off: () => ask('PATCH /realm', { video_chat_provider: 0 }),
    standard: () => turnOn('default'),
    own: () => turnOn(own!),
  }
  const stored: Server = callServer(store) === null ? 'off' : own === null ? 'standard' : 'own'
  const chosen = useOptimistic(stored, (server: Server) => saving.save(changes[server]))

  function choose(server: Server): void {
    isAsking.value = server === 'own' && own === null
    if (!isAsking.peek()) void chosen.choose(server)
  }

  const options: { value: Server; label: string }[] = [
    { value: 'off', label: t.off },
    ...(standard === null ? [] : [{ value: 'standard' as const, label: t.standard(new URL(standard).host) }]),
    { value: 'own', label: t.own },
  ]
  const current = isAsking.value ? 'own' : chosen.current
  return (
    <Section title={t.title} saving={saving}>
      <div class="fields">
        <Select label={t.provider} hint={t.hint} value={current} options={options} onChoose={choose} />
        {current === 'own' && (
          <TextSetting
            type="url"
            label={t.address}
            hint={t.addressHint}
            value={own ?? ''}
            maxLength={longest}
            check={(address) => (/^https:\/\/./i.test(address) ? '' : t.noAddress)}
            onSave={turnOn}
          />
        )}
      </div>
    </Section>
  )
}
