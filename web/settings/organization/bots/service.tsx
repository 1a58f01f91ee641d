import { CopyLine, Section, SelectSetting, TextSetting } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { useSession } from '../../../session/context'
import type { Bot } from './rights'

/** Codes of the form in which an outgoing webhook posts (endpoints, Bots). */
export const interfaces = { generic: 1, slack: 2 } as const

/** An address as the server takes it: a text in JSON. */
export const asJson = (address: string): string => JSON.stringify(address.trim())

/** Where an outgoing webhook posts to, how, and what its program knows the server by. */
export function Service({ bot: { user_id: bot_id, services } }: { bot: Bot }) {
  const { ask } = useSession()
  const t = laterWords.organization.bots
  const [service] = services
  return (
    <Section title={t.service}>
      <div class="fields">
        <TextSetting
          type="url"
          label={t.serviceAddress}
          value={service?.base_url ?? ''}
          maxLength={2000}
          check={(text) => (text === '' ? t.addressNeeded : '')}
          onSave={(text) => ask('PATCH /bots/{bot_id}', { bot_id, service_payload_url: asJson(text) })}
          {...(!service && { hint: t.noAddress })}
        />
        {service && (
          <>
            <SelectSetting
              label={t.interface}
              value={String(service.interface)}
              options={Object.values(interfaces).map((value) => ({
                value: String(value),
                label: t.interfaces[value],
              }))}
              onSave={(value) => ask('PATCH /bots/{bot_id}', { bot_id, service_interface: Number(value) as 1 })}
            />
            <CopyLine label={t.token} text={service.token} />
            <p class="hint">{t.tokenHint}</p>
          </>
        )}
      </div>
    </Section>
  )
}
