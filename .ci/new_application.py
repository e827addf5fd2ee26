"""Installs Cairn as the README says, into a local repository of its own, and builds a new application outside of the project with
what "Getting started" has: its dependencies, its bean and its workflow.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
PAGE = PROJECT / "docs/modules/ROOT/pages/getting-started.adoc"
# Sources of the Java files on the page, which are shown whole.
JAVA_FILE = re.compile(r"^// from (\S+/src/test/java/(\S+\.java))$", re.MULTILINE)

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>acme</groupId>
  <artifactId>greetings</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencyManagement><dependencies><dependency>
    <groupId>io.quarkus</groupId><artifactId>quarkus-bom</artifactId><version>{quarkus}</version><type>pom</type><scope>import</scope>
  </dependency>
  {bom}
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>io.quarkus</groupId><artifactId>quarkus-rest-jackson</artifactId></dependency>
    {cairn}
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>{compiler}</version></plugin>
    <plugin>
      <groupId>io.quarkus</groupId><artifactId>quarkus-maven-plugin</artifactId><version>{quarkus}</version><extensions>true</extensions>
      <executions><execution><goals><goal>build</goal></goals></execution></executions>
    </plugin>
  </plugins></build>
</project>
"""


def property_of_the_build(name):
    return re.search(f"<{name}>(.*?)</{name}>", (PROJECT / "pom.xml").read_text())[1]


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def main():
    page = PAGE.read_text()
    if "`./mvnw -Dquick install`" not in page or "`./mvnw -Dquick install`" not in (PROJECT / "README.md").read_text():
        sys.exit("new application: the command that installs is not the one that is tried here")
    bom, cairn = re.search(r"<dependencyManagement>\s*<dependencies>(.*?)</dependencies>.*?<dependencies>(.*?)</dependencies>",
                           page, re.DOTALL).groups()
    usual = pathlib.Path.home() / ".m2/repository"
    with tempfile.TemporaryDirectory(prefix="cairn-new-") as temporary:
        application = pathlib.Path(temporary) / "application"
        # Cairn's dependencies are known already: they are read from the usual repository, which gets nothing.
        maven = [PROJECT / "mvnw", "-B", "-q", f"-Dmaven.repo.local={temporary}/repository", f"-Dmaven.repo.local.tail={usual}"]
        subprocess.run([*maven, "-Dquick", "install"], cwd=PROJECT, check=True)

        write(application / "pom.xml", POM.format(quarkus=property_of_the_build("quarkus.version"), bom=bom, cairn=cairn,
                                                  compiler=property_of_the_build("compiler-plugin.version")))
        files = JAVA_FILE.findall(page)
        if not files:
            sys.exit("new application: the page names no Java file")
        for source, name in files:
            write(application / "src/main/java" / name, (PROJECT / source).read_text())
        subprocess.run([*maven, "-f", application / "pom.xml", "package"], cwd=application, check=True)
        if not (application / "target/quarkus-app/quarkus-run.jar").exists():
            sys.exit("new application: it was not built")
    print("[new application] installed Cairn and built an application with it", flush=True)


if __name__ == "__main__":
    main()
