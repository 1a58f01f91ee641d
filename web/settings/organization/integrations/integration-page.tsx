import { About } from './about'
import type { Integration } from './use-integrations'

interface IntegrationPageProps {
  readonly integration: Integration
  /** Called after a change, to load the list again. */
  readonly onChanged: () => void
}

/** The page of one integration, for the owner of its bot and administrators. */
export function IntegrationPage({ integration }: IntegrationPageProps) {
  return (
    <p class="hint">
      <About integration={integration} />
    </p>
  )
}
