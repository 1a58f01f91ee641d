import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { Renewal } from './renewal'
import type { Service } from './use-integrations'

interface NewSecretProps {
  readonly bot_id: number
  readonly service: Service
}

/** A new secret, with which the service signs its requests. */
export function NewSecret({ bot_id, service: { label } }: NewSecretProps) {
  const { ask } = useSession()

  async function make(): Promise<string> {
    const { secret } = await ask('PATCH /integrations/{bot_id}', { bot_id, renew_secret: true })
    return secret!
  }

  return <Renewal t={texts.integrationPage.secret} label={label} make={make} />
}
