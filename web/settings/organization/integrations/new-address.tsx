import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { integrationAddress } from './integration-address'
import { Renewal } from './renewal'
import type { Service } from './use-integrations'

interface NewAddressProps {
  readonly bot_id: number
  readonly service: Service
}

/** A new key of the bot, and so a new address. */
export function NewAddress({ bot_id, service: { name, label } }: NewAddressProps) {
  const { ask } = useSession()

  async function make(): Promise<string> {
    const { api_key } = await ask('POST /bots/{bot_id}/api_key/regenerate', { bot_id })
    return integrationAddress(name, api_key)
  }

  return <Renewal t={texts.integrationPage.address} label={label} make={make} />
}
