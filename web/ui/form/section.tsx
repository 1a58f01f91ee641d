import type { ComponentChildren } from 'preact'
import { SaveStatus, type SaveState } from './save-status'

interface SectionProps {
  readonly title: string
  /** The status line of the section. */
  readonly saving?: SaveState
  readonly children: ComponentChildren
}

/** A group of settings under a heading. */
export const Section = ({ title, saving, children }: SectionProps) => (
  <section>
    <div class="title">
      <h3 tabIndex={-1}>{title}</h3>
      {saving && <SaveStatus of={saving} />}
    </div>
    {children}
  </section>
)
