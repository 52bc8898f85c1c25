import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BankStage } from '../bank/bank-stage.js';
import { channelTo } from '../sftp/channels.js';
import { Sshd } from '../sftp/sshd.js';
import { startBankService } from './bank-service.js';
import type { BankService } from './bank-service.js';

/** A service, and a bank that takes no file by itself. */
export interface CrashScene {
  readonly bank: BankService;
  stop(): Promise<void>;
}

export interface CrashSceneOptions {
  /** What the profile says besides the channel. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** How files of the bank are fetched, if they are. */
  readonly inbound?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, string>>;
  /** What the bank does to read a file that is encrypted. */
  readonly open?: (bytes: Buffer) => Promise<Buffer>;
}

const inboundFrom = (directory: string, inbound: CrashSceneOptions['inbound']) => ({
  inbound: inbound === undefined ? [] : [{ ...inbound, directory }],
});

/** The same bank behind each kind of channel. */
export const crashScenes = {
  directory: async ({ profile, inbound, settings, ...options }: CrashSceneOptions): Promise<CrashScene> => {
    const bank = await startBankService({ ...profile, ...inboundFrom('/outbound', inbound) }, settings, options);
    return { bank, stop: () => bank.stop() };
  },
  'the SFTP server of the simulated bank': async (options: CrashSceneOptions): Promise<CrashScene> => {
    const { profile, inbound, settings, ...rest } = options;
    const simulated = new BankStage({ sftpPort: 0 });
    simulated.bank.round = () => undefined;
    await simulated.bank.start();
    const [, port, key] = /SFTP on \S+ port (\d+), host key (\S+)/.exec(simulated.printed.join('\n'))!;
    const channel = {
      ...{ kind: 'sftp', host: '127.0.0.1', port: Number(port), username: 'company', host_keys: [key] },
      password: { env: 'PASSWORD' },
    };
    const PASSWORD = simulated.read('.bank', 'sftp-password').toString().trim();
    const own = { ...rest, root: simulated.directory };
    const changes = { ...profile, ...inboundFrom('/outbound', inbound), channel };
    const bank = await startBankService(changes, { ...settings, PASSWORD }, own);
    const stop = async () => {
      await bank.stop();
      await simulated.bank.stop();
      simulated.remove();
    };
    return { bank, stop };
  },
  OpenSSH: async ({ profile, inbound, settings, ...options }: CrashSceneOptions): Promise<CrashScene> => {
    const sshd = await Sshd.start();
    const root = mkdtempSync(join(tmpdir(), 'openssh-bank-'));
    const { host, port, host_keys } = channelTo(sshd);
    const channel = {
      ...{ kind: 'sftp', host, port, host_keys },
      ...{ username: sshd.username, private_key: { file: sshd.clientKeyFile } },
    };
    const outbound = { directory: join(root, 'inbound'), name: '{origin}_{date}_{time}_{modifier}_{sequence}.ach' };
    const changes = { ...profile, ...inboundFrom(join(root, 'outbound'), inbound), channel, outbound };
    const bank = await startBankService(changes, settings, { ...options, root });
    const stop = async () => {
      await bank.stop();
      await sshd.stop();
      rmSync(root, { recursive: true });
    };
    return { bank, stop };
  },
};

export type CrashChannel = keyof typeof crashScenes;
