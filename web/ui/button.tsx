import type { IconNode } from 'lucide'
import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact'
import { Icon } from './icon'
import './button.css'

type Native = Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'size'>

interface ButtonProps extends Native {
  /** `main` is the primary action of a screen. */
  readonly kind?: 'main' | 'other' | 'quiet'
  readonly icon?: IconNode
  readonly children: ComponentChildren
}

export const Button = ({ kind = 'other', icon, children, type = 'button', ...native }: ButtonProps) => (
  <button type={type} class={`button ${kind}`} {...native}>
    {icon && <Icon of={icon} size={16} />}
    {children}
  </button>
)

interface IconButtonProps extends Native {
  readonly icon: IconNode
  /** Accessible name and tooltip. */
  readonly name: string
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** A button with an icon only. */
export const IconButton = ({ icon, name, buttonRef, type = 'button', ...native }: IconButtonProps) => (
  <button type={type} class="icon-button" aria-label={name} title={name} ref={buttonRef ?? null} {...native}>
    <Icon of={icon} />
  </button>
)
