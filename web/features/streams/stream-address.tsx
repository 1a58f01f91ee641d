import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Button } from '../../ui'
import { Check, ConfirmButton, CopyLine, Section, useLoaded, useSaveState } from '../../ui/form'
import type { Stream } from './stream'

/** What the sender of a mail can ask for by the address. */
const options = ['show-sender', 'include-quotes', 'include-footer', 'prefer-html'] as const

type Option = (typeof options)[number]

/** The user's address of a stream, by which mail becomes messages. Nothing where the server takes no mail. */
export function StreamAddress({ stream: { stream_id } }: { stream: Stream }) {
  const { ask } = useSession()
  const t = texts.streamAddress
  const saving = useSaveState()
  const { data, load } = useLoaded(() => ask('GET /streams/{stream_id}/email_address', { stream_id }))
  const chosen = useSignal<readonly Option[]>(['show-sender'])
  if (data.value === null || !data.value.takes_mail) return null
  const { email } = data.value

  const change = (method: 'POST' | 'DELETE', status: string): Promise<boolean> =>
    saving.save(async () => {
      await ask(`${method} /streams/{stream_id}/email_address`, { stream_id })
      await load()
    }, status)

  const choose = (option: Option, isOn: boolean): void => {
    chosen.value = options.filter((one) => (one === option ? isOn : chosen.value.includes(one)))
  }

  return (
    <Section title={t.title} saving={saving}>
      <p class="hint">{t.hint}</p>
      {email === null ? (
        <Button onClick={() => void change('POST', t.made)}>{t.make}</Button>
      ) : (
        <>
          <CopyLine label={t.address} text={email.replace('@', `${chosen.value.map((one) => `.${one}`).join('')}@`)} />
          {options.map((option) => (
            <Check
              key={option}
              label={t.options[option]}
              isOn={chosen.value.includes(option)}
              onChange={(isOn) => choose(option, isOn)}
            />
          ))}
          <ConfirmButton name={t.renew} yes={t.renew} onYes={() => change('POST', t.made)}>
            {t.ends}
          </ConfirmButton>
          <ConfirmButton name={t.remove} yes={t.remove} onYes={() => change('DELETE', t.removed)}>
            {t.ends}
          </ConfirmButton>
        </>
      )}
    </Section>
  )
}
