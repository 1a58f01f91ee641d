import type { Reply } from '../turn/call'
import type { FollowUp } from '../turn/change'

/** Attempts to perform an action while the object's state turns out to be out of date. */
const maxAttempts = 3

/** Performs actions of the realm itself some time after the actions that ask for them. They are in memory only. */
export class FollowUps {
  constructor(private readonly perform: (name: string, input: unknown) => Promise<Reply>) {}

  /** Performs an action once `after` seconds are over. */
  add({ name, input, after }: FollowUp): void {
    const begin = () => void this.begin(name, input)
    if (after > 0) setTimeout(begin, after * 1000)
    else begin()
  }

  private async begin(name: string, input: unknown): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1)
      if (!('again' in (await this.perform(name, input)))) return
  }
}
