{{- define "daftar.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "daftar.labels" -}}
app.kubernetes.io/name: daftar
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "daftar.selector" -}}
app.kubernetes.io/name: daftar
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "daftar.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "daftar.host" -}}
{{- $host := required "publicUrl is needed: the address under which merchants and payers reach it" .Values.publicUrl -}}
{{- (urlParse $host).hostname -}}
{{- end -}}

{{/* The environment of every process; what is secret is read from files. */}}
{{- define "daftar.env" -}}
{{- $bucket := required "settings.DAFTAR_S3_BUCKET is needed: what merchants upload would be lost with its pod, and the others would not have it" .Values.settings.DAFTAR_S3_BUCKET -}}
- { name: HOST, value: "0.0.0.0" }
- { name: PORT, value: "3000" }
- { name: DAFTAR_METRICS_PORT, value: "9400" }
- { name: DAFTAR_DATA_DIR, value: /tmp/daftar }
- { name: DAFTAR_PUBLIC_URL, value: {{ required "publicUrl is needed: the address under which merchants and payers reach it" .Values.publicUrl | quote }} }
{{- if .Values.trustedProxies }}
- { name: DAFTAR_TRUSTED_PROXIES, value: {{ join "," .Values.trustedProxies | quote }} }
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- /* Of a large number quote makes 1e+06. */}}
- { name: {{ $name }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }} }
{{- end }}
{{- range $needed := list "DAFTAR_SECRET" "DATABASE_URL" }}
{{- if not (has $needed $.Values.secret.keys) }}
{{- if not (index $.Values.settings $needed) }}
{{- fail (printf "secret.keys has to name %s: pods keep nothing, so each would make one of its own, which is lost with it" $needed) }}
{{- end }}
{{- end }}
{{- end }}
{{- range .Values.secret.keys }}
- { name: {{ . }}_FILE, value: /run/secrets/daftar/{{ . }} }
{{- end }}
{{- if .Values.authorities.secret }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/run/secrets/authorities/%s" .Values.authorities.key | quote }} }
{{- end }}
{{- end -}}

{{- define "daftar.pod" -}}
automountServiceAccountToken: false
serviceAccountName: {{ include "daftar.name" . }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 256Mi }
  - name: secret
    # 288: r--r-----, which the two versions of YAML read differently as 0440.
    secret: { secretName: {{ .Values.secret.name }}, defaultMode: 288 }
{{- if .Values.authorities.secret }}
  - name: authorities
    # The Secret of an operator has the authority's own key as well, which is none of ours.
    secret: { secretName: {{ .Values.authorities.secret }}, defaultMode: 288, items: [{ key: {{ .Values.authorities.key }}, path: {{ .Values.authorities.key }} }] }
{{- end }}
{{- end -}}

{{- define "daftar.container" -}}
image: {{ include "daftar.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: secret, mountPath: /run/secrets/daftar, readOnly: true }
{{- if .Values.authorities.secret }}
  - { name: authorities, mountPath: /run/secrets/authorities, readOnly: true }
{{- end }}
{{- end -}}
