/** Types of the part of smtp-server that `mail-servers.ts` uses; the package has none. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Address {
    address: string
  }

  export interface Session {
    secure: boolean
    user?: unknown
    envelope: { mailFrom: Address | false; rcptTo: Address[] }
  }

  type Done = (error?: Error | null) => void

  export interface SMTPServerOptions {
    secure?: boolean
    key?: Buffer
    cert?: Buffer
    authOptional?: boolean
    allowInsecureAuth?: boolean
    disabledCommands?: string[]
    disableReverseLookup?: boolean
    closeTimeout?: number
    onConnect?: (session: Session, done: Done) => void
    onAuth?: (
      login: { username?: string; password?: string },
      session: Session,
      done: (error: Error | null, response?: { user: unknown }) => void,
    ) => void
    onMailFrom?: (address: Address, session: Session, done: Done) => void
    onRcptTo?: (address: Address, session: Session, done: Done) => void
    onData?: (stream: Readable, session: Session, done: (error?: Error | null, message?: string) => void) => void
  }

  export class SMTPServer extends EventEmitter {
    readonly server: Server
    /** Connections that are open. */
    readonly connections: Set<{ session: Session; _socket: { destroy(): void } }>
    constructor(options: SMTPServerOptions)
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
  }
}
