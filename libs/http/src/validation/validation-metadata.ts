import { MetadataStorage } from 'class-validator';

type Query = Parameters<MetadataStorage['getTargetValidationMetadatas']>;
type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];
type Class = abstract new (...parameters: never[]) => object;

declare global {
  /** Where class-validator stores what its decorators declare. */
  var classValidatorMetadataStorage: MetadataStorage | undefined;
}

/**
 * class-validator's metadata of each class, resolved once instead of on each request, with the fields of parents first.
 * The library itself searches all classes each time and lists parents last.
 */
class ResolvedMetadata extends MetadataStorage {
  private readonly resolved = new Map<unknown, ValidationMetadata[]>();
  private readonly grouped = new Map<ValidationMetadata[], Record<string, ValidationMetadata[]>>();

  override addValidationMetadata(metadata: ValidationMetadata): void {
    this.resolved.clear();
    this.grouped.clear();
    super.addValidationMetadata(metadata);
  }

  override getTargetValidationMetadatas(...query: Query): ValidationMetadata[] {
    const [type, , , , groups] = query;
    if (groups !== undefined) return super.getTargetValidationMetadatas(...query);
    const known = this.resolved.get(type);
    if (known !== undefined) return known;
    const ancestors = lineage(type as Class);
    const rank = ({ target }: ValidationMetadata) => ancestors.indexOf(target as Class);
    const metadata = super.getTargetValidationMetadatas(...query).sort((a, b) => rank(a) - rank(b));
    this.resolved.set(type, metadata);
    return metadata;
  }

  override groupByPropertyName(metadata: ValidationMetadata[]): Record<string, ValidationMetadata[]> {
    const known = this.grouped.get(metadata);
    if (known !== undefined) return known;
    const grouped = super.groupByPropertyName(metadata);
    this.grouped.set(metadata, grouped);
    return grouped;
  }
}

if (globalThis.classValidatorMetadataStorage?.hasValidationMetaData === true) {
  throw new Error('class-validator was used before the fields of this service; import @payments/http first');
}
const storage = (globalThis.classValidatorMetadataStorage = new ResolvedMetadata());

/** The arguments of a constraint by name, for a class and its parents: parents first, then as declared. */
export function constraintsOf<Constraint>(type: Class, name: string): readonly Constraint[] {
  return storage
    .getTargetValidationMetadatas(type, '', false, false)
    .flatMap((metadata) => (metadata.name === name ? [metadata.constraints[0] as Constraint] : []));
}

function lineage(type: Class): Class[] {
  const parent = Object.getPrototypeOf(type) as Class | null;
  return parent !== null && parent !== Function.prototype ? [...lineage(parent), type] : [type];
}
