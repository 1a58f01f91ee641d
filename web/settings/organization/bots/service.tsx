import { CopyLine, Section, SelectSetting, TextSetting } from '../../../ui/form'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import type { Bot } from './rights'

/** Payload formats of an outgoing webhook (endpoints, Bots). */
export const interfaces = { generic: 1, slack: 2 } as const

/** The form in which the server takes an address: a JSON string. */
export const asJson = (address: string): string => JSON.stringify(address.trim())

/** Address, payload format and token of an outgoing webhook. */
export function Service({ bot: { user_id: bot_id, services } }: { bot: Bot }) {
  const { ask } = useSession()
  const t = texts.organization.bots
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
