{{- define "payments.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "payments.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* What a component is found by. Takes { root, component }. */}}
{{- define "payments.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "payments.image" -}}
{{ required "image.repository is not set; set it to where your image is" .Values.image.repository }}:{{ required "image.tag is not set; set it to an exact version" .Values.image.tag }}
{{- end -}}

{{/* A variable from a secret. Takes { name, from }. */}}
{{- define "payments.secretVariable" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .from.name | quote }}, key: {{ .from.key | quote }} } }
{{- end -}}

{{- define "payments.environment" -}}
- { name: HOST, value: 0.0.0.0 }
- { name: METRICS_HOST, value: 0.0.0.0 }
{{- range $name, $value := .Values.settings }}
{{- if ne (toString $value) "" }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $from := .Values.secretSettings }}
{{ include "payments.secretVariable" (dict "name" $name "from" $from) }}
{{- end }}
- name: KEY_RING_FILE
  value: /run/secrets/key-ring/{{ .Values.keyRing.key }}
{{- end -}}

{{/* Changes with the contents of the secrets, which processes read when they start. A chart that is rendered without a cluster sees no
     secrets; there, secretsVersion changes it. */}}
{{- define "payments.checksum" -}}
{{- $names := list .Values.keyRing.name }}
{{- range .Values.secretSettings }}{{ $names = append $names .name }}{{ end }}
{{- range .Values.files }}{{ $names = append $names .name }}{{ end }}
{{- $contents := list .Values.secretsVersion }}
{{- range $names | uniq | sortAlpha }}{{ $contents = append $contents (dig "data" dict (lookup "v1" "Secret" $.Release.Namespace .)) }}{{ end }}
{{- $contents | toJson | sha256sum -}}
{{- end -}}

{{/* All of a pod but its containers' own part. */}}
{{- define "payments.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  - name: key-ring
    secret: { secretName: {{ .Values.keyRing.name | quote }}, defaultMode: 0440 }
  {{- range $index, $file := .Values.files }}
  - name: file-{{ $index }}
    secret: { secretName: {{ $file.name | quote }}, defaultMode: 0440 }
  {{- end }}
{{- end -}}

{{- define "payments.container" -}}
image: {{ include "payments.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: key-ring, mountPath: /run/secrets/key-ring, readOnly: true }
  {{- range $index, $file := .Values.files }}
  - { name: file-{{ $index }}, mountPath: {{ $file.path | quote }}, readOnly: true }
  {{- end }}
{{- end -}}

{{/* A process stops within 30 s of SIGTERM. Its state is one port above METRICS_PORT in a worker. */}}
{{- define "payments.probes" -}}
startupProbe:
  httpGet: { path: /health/startup, port: state }
  periodSeconds: 2
  failureThreshold: 90
livenessProbe:
  httpGet: { path: /health/live, port: state }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: state }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}

{{/* Takes { root, component }. */}}
{{- define "payments.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { {{- include "payments.selector" . | replace "\n" ", " -}} } }
{{- end -}}
