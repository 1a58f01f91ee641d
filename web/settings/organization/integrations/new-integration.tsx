import { useSignal } from '@preact/signals'
import { Added, type AddedIntegration } from './added'
import { Catalogue } from './catalogue'
import { IntegrationForm } from './integration-form'
import type { Service } from './use-integrations'

interface NewIntegrationProps {
  readonly services: readonly Service[]
  /** Opens the page of the integration. */
  readonly onFinish: (bot_id: number) => void
}

/** The steps to a new integration: its service, what it posts and where, and what the service has to know. */
export function NewIntegration({ services, onFinish }: NewIntegrationProps) {
  const service = useSignal<Service | null>(null)
  const added = useSignal<AddedIntegration | null>(null)
  if (service.value === null) return <Catalogue services={services} onChoose={(chosen) => (service.value = chosen)} />
  if (added.value === null)
    return (
      <IntegrationForm
        service={service.value}
        onAdded={(integration) => (added.value = integration)}
        onBack={() => (service.value = null)}
      />
    )
  const { bot_id } = added.value
  return <Added service={service.value} integration={added.value} onFinish={() => onFinish(bot_id)} />
}
