import type { DiscoveryService } from '@nestjs/core';

type Decorator<Options> = ReturnType<typeof DiscoveryService.createDecorator<Options>>;

/** The providers of this process that a decorator marks, with its options. Looked up once, after the modules are loaded. */
export class Discovered<Provider, Options> {
  private found: readonly { readonly provider: Provider; readonly options: Options }[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly decorator: Decorator<Options>,
  ) {}

  all(): readonly { readonly provider: Provider; readonly options: Options }[] {
    this.found ??= this.discovery.getProviders({ metadataKey: this.decorator.KEY }).map((wrapper) => ({
      provider: wrapper.instance as Provider,
      options: this.discovery.getMetadataByDecorator(this.decorator, wrapper) as Options,
    }));
    return this.found;
  }
}
