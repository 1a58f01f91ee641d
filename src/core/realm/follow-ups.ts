import type { Reply } from '../turn/call'
import type { FollowUp } from '../turn/change'

const mostAttempts = 3

/** Performs actions of the realm itself that follow from others. They are in memory only. */
export class FollowUps {
  constructor(private readonly perform: (name: string, input: unknown) => Promise<Reply>) {}

  /** Performs an action when it is time. */
  add({ name, input, after }: FollowUp): void {
    const begin = () => void this.begin(name, input)
    if (after > 0) setTimeout(begin, after * 1000)
    else begin()
  }

  private async begin(name: string, input: unknown): Promise<void> {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1)
      if (!('again' in (await this.perform(name, input)))) return
  }
}
