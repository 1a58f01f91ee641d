import { laterWords } from '../../../i18n/later-words'
import './controls.css'

interface FixedProps {
  readonly label: string
  readonly text: string
}

/** What a setting says to those who may not change it. */
export const Fixed = ({ label, text }: FixedProps) => (
  <p class="fixed">
    <small>{label}</small>
    <span>{text}</span>
    <small>{laterWords.organization.rules.byOwners}</small>
  </p>
)
