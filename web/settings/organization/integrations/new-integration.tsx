import { useSignal } from '@preact/signals'
import { Catalogue } from './catalogue'
import { FirstSteps, type IntegrationAccess } from './first-steps'
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
  const access = useSignal<IntegrationAccess | null>(null)
  if (service.value === null) return <Catalogue services={services} onChoose={(chosen) => (service.value = chosen)} />
  if (access.value === null)
    return (
      <IntegrationForm
        service={service.value}
        onAdd={(newAccess) => (access.value = newAccess)}
        onBack={() => (service.value = null)}
      />
    )
  const { bot_id } = access.value
  return <FirstSteps service={service.value} access={access.value} onFinish={() => onFinish(bot_id)} />
}
