import type { ComponentChildren } from 'preact'
import { Outcome, type Saving } from './save-status'

interface SectionProps {
  readonly title: string
  /** Of the changes that are made here. */
  readonly saving?: Saving
  readonly children: ComponentChildren
}

/** What belongs together on a tab, under its title. */
export const Section = ({ title, saving, children }: SectionProps) => (
  <section>
    <div class="title">
      <h3 tabIndex={-1}>{title}</h3>
      {saving && <Outcome of={saving} />}
    </div>
    {children}
  </section>
)
