import type { ComponentChildren } from 'preact'
import { SaveStatus, type SaveState } from './save-status'

interface SectionProps {
  readonly title: string
  /** Of the changes that are made here. */
  readonly saving?: SaveState
  readonly children: ComponentChildren
}

/** What belongs together on a tab, under its title. */
export const Section = ({ title, saving, children }: SectionProps) => (
  <section>
    <div class="title">
      <h3 tabIndex={-1}>{title}</h3>
      {saving && <SaveStatus of={saving} />}
    </div>
    {children}
  </section>
)
