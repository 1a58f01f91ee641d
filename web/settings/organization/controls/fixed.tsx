import { texts } from '../../../i18n'
import './controls.css'

interface FixedProps {
  readonly label: string
  readonly text: string
}

/** A setting that the current user cannot change. */
export const Fixed = ({ label, text }: FixedProps) => (
  <p class="fixed">
    <small>{label}</small>
    <span>{text}</span>
    <small>{texts.organization.rules.byOwners}</small>
  </p>
)
